import { refuseStaleBuild } from './fresh-build.js'
import { allowLoopbackOnly } from './loopback-only.js'
import { refuseOpenHandles } from './open-handles.js'
import { setWaitTimeout } from './wait-timeout.js'

// Loaded again for each test file, also where those share a process. One module: each costs a request to the runner of tests.
refuseStaleBuild()
allowLoopbackOnly()
refuseOpenHandles()
setWaitTimeout()
