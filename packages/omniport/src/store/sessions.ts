import type { Records } from './records.js'

/**
 * The sessions of legacy revisions over HTTP, by session id. The node whose lease is in force has the handlers of the
 * session; whoever finds the lease expired answers that they are lost.
 */
export interface Sessions extends Records {}
