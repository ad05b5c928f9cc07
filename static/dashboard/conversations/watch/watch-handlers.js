// What only a supervisor's buttons do: assign, take over, back to the list of conversations.

export function watchHandlers(space) {
  const { desk } = space;
  const { back } = space.on;

  function done(reply, words) {
    if (reply?.ok) space.notice = words;
    space.ask();
  }

  function close() {
    document.getElementById("assign-dialog")?.close();
  }

  function assign(agent, reason) {
    return desk.assign(desk.state.contact, { agent, reason });
  }

  return {
    back: () => (space.place.step === "customer" ? back() : location.assign(space.config.list)),
    askAssign: () => {
      space.dialog = { name: "assign", chat: space.config.chat };
      space.draw();
      document.getElementById("assign-dialog").showModal();
    },
    assign: async (event) => {
      event.preventDefault();
      const asked = new FormData(event.currentTarget);
      close();
      const agent = asked.get("agent");
      const { name } = space.board.rows[`${agent}~chat`];
      done(await assign(agent, asked.get("reason").trim()), `${name} is offered the chat before all others.`);
    },
    takeOver: async () => {
      const { own, chat } = space.config;
      const reply = desk.state.agent ? await desk.transfer(chat, { to_agent: own, reason: "taken over" }) : await assign(own, "taken over");
      done(reply, "The chat goes to your desk first: accept it there.");
    },
  };
}
