-- Agents, calls, queues and matches in PostgreSQL, and the function that matches.
--
-- Strict order needs one matcher at a time: any other could give a later call the agent that an earlier one is
-- about to get. The lock is a transaction's advisory lock, so it ends with the commit, and no two transactions
-- wait for each other's rows. Room is left on each page (fillfactor), so that an update stays on its page and
-- touches no index.

create table queue (
    name text primary key,
    fits text[] not null,           -- of a call queue: the agent queues whose agents fit
    version bigint not null,
    depth integer not null
) with (fillfactor = 20);

create table agent (
    agent_id text primary key,
    name text not null,
    queues text[] not null,
    status text not null,
    status_since timestamptz not null,
    due_at timestamptz,
    ticket bigint,
    call_id text,
    version integer not null,
    operation_id uuid
) with (fillfactor = 40);

create table agent_entry (
    queue text not null,
    ticket bigint not null,
    agent_id text not null,
    primary key (queue, ticket)
);

create table call (
    call_id text primary key,
    queue text not null,
    band smallint not null,
    ticket bigint,
    status text not null,
    status_since timestamptz not null,
    offered_at timestamptz,
    due_at timestamptz,
    agent_id text,
    attempts integer not null,
    version integer not null,
    operation_id uuid
) with (fillfactor = 40);

create table call_entry (
    queue text not null,
    band smallint not null,
    ticket bigint not null,
    call_id text not null,
    primary key (band, ticket)
);

create table note (                 -- history of calls
    call_id text not null,
    at timestamptz not null,
    kind text not null,
    agent_id text not null
);

create table offers (               -- ringing calls of one transaction, for a sweep
    operation_id uuid primary key,
    due_at timestamptz not null,
    calls text[] not null
);
create index on offers (due_at);

-- Matches up to `most` calls in one transaction; answers their pairs in order.
create function match(most integer, operation uuid, rings interval)
returns table (matched_call text, matched_agent text)
language plpgsql as $$
declare
    waiting record;
    agent_found record;
    calls text[] := '{}';
    agents text[] := '{}';
    given_up text[];
    due timestamptz;
begin
    perform pg_advisory_xact_lock(1);
    due := clock_timestamp() + rings;
    -- The calls that no waiting agent fits do not hide the others.
    select coalesce(array_agg(name), '{}') into given_up from queue one
        where fits <> '{}' and not exists (
            select from queue other where other.name = any(one.fits) and other.depth > 0);
    for waiting in
        select entry.queue, entry.band, entry.ticket, entry.call_id, queue.fits
        from call_entry entry join queue on queue.name = entry.queue
        where entry.queue <> all(given_up)
        order by entry.band, entry.ticket
    loop
        continue when waiting.queue = any(given_up);
        select first.agent_id, first.ticket into agent_found
            from unnest(waiting.fits) wanted, lateral (
                select agent_entry.agent_id, agent_entry.ticket from agent_entry
                where agent_entry.queue = wanted order by agent_entry.ticket limit 1) first
            order by first.ticket limit 1;
        if not found then
            given_up := given_up || waiting.queue;
            continue;
        end if;
        delete from agent_entry using agent
            where agent.agent_id = agent_found.agent_id
            and agent_entry.queue = any(agent.queues) and agent_entry.ticket = agent_found.ticket;
        calls := calls || waiting.call_id;
        agents := agents || agent_found.agent_id;
        exit when cardinality(calls) >= most;
    end loop;
    if calls = '{}' then
        return;
    end if;
    return query
    with pair as (
        select * from unnest(calls, agents) with ordinality as one (call_id, agent_id, place)
    ), offered as (
        update call set status = 'offered', status_since = clock_timestamp(), offered_at = clock_timestamp(),
            due_at = due, agent_id = pair.agent_id, attempts = attempts + 1, version = version + 1,
            operation_id = operation
        from pair where call.call_id = pair.call_id
        returning call.queue, call.band, call.ticket
    ), ringing as (
        update agent set status = 'offered', status_since = clock_timestamp(), due_at = due,
            call_id = pair.call_id, version = version + 1, operation_id = operation
        from pair where agent.agent_id = pair.agent_id
        returning agent.queues
    ), left_calls as (
        delete from call_entry using offered
        where call_entry.band = offered.band and call_entry.ticket = offered.ticket
    ), fewer as (
        select name, count(*) as number
        from (select queue as name from offered union all select unnest(queues) from ringing) one
        group by name
    ), counted as (
        update queue set version = version + 1, depth = depth - number
        from fewer where queue.name = fewer.name
    ), noted as (
        insert into note select pair.call_id, clock_timestamp(), 'call.offered', pair.agent_id from pair
    ), kept as (
        insert into offers values (operation, due, calls)
    )
    select pair.call_id, pair.agent_id from pair order by place;
end $$;
