"""`python -m bench.call_life`: what each operation of a call's life costs."""
