import { bundleSize } from './workloads/bundle-size.mjs'
import { calling } from './workloads/calling.mjs'
import { cold } from './workloads/cold.mjs'
import { commandStart } from './workloads/command.mjs'
import { dropIn } from './workloads/drop-in.mjs'
import { gateway } from './workloads/gateway.mjs'
import { gatewayLarge } from './workloads/gateway-large.mjs'
import { gatewayMany } from './workloads/gateway-many.mjs'
import { getStreams } from './workloads/get-streams.mjs'
import { growth } from './workloads/growth.mjs'
import { host } from './workloads/host.mjs'
import { http } from './workloads/http.mjs'
import { installSize } from './workloads/install-size.mjs'
import { large } from './workloads/large.mjs'
import { listen } from './workloads/listen.mjs'
import { memory } from './workloads/memory.mjs'
import { nodes } from './workloads/nodes.mjs'
import { sessions } from './workloads/sessions.mjs'
import { start } from './workloads/start.mjs'
import { stdio } from './workloads/stdio.mjs'
import { traces } from './workloads/traces.mjs'
import { types } from './workloads/types.mjs'
import { workers } from './workloads/workers.mjs'

/** Everything that is measured, in the order of the report. */
export const workloads = [
  ...stdio,
  ...http,
  ...cold,
  ...calling,
  ...traces,
  ...sessions,
  ...getStreams,
  ...listen,
  ...nodes,
  ...workers,
  ...growth,
  ...large,
  ...start,
  ...commandStart,
  ...memory,
  ...installSize,
  ...bundleSize,
  ...types,
  ...host,
  ...gateway,
  ...gatewayLarge,
  ...gatewayMany,
  ...dropIn,
]
