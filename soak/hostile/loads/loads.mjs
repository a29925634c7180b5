import { connectionLoads } from './connections.mjs'
import { memoryLoads } from './memory.mjs'
import { pipeliningLoads } from './pipelining.mjs'
import { sessionLoads } from './sessions.mjs'
import { streamLoads } from './streams.mjs'

/** Every hostile load. @type {readonly import('../run-load.mjs').Load[]} */
export const loads = [...pipeliningLoads, ...streamLoads, ...sessionLoads, ...connectionLoads, ...memoryLoads]
