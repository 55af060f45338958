---
description: "TODO: what this command does"
---

TODO: describe the task for the arguments $ARGUMENTS

TODO: list the steps, each with a way to verify its result.
