description = "TODO: what this command does"
prompt = """
TODO: describe the task for the arguments {{args}}

TODO: list the steps, each with a way to verify its result.
"""
