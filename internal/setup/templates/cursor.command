# {Title}

TODO: describe the task in one or two sentences.

TODO: list the steps, each with a way to verify its result.
