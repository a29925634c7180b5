import type { Records } from './records.js'

/**
 * The sessions of legacy revisions over HTTP, by session id. The node with the valid lease has the handlers of the session; a
 * node that finds an expired lease replies that they are lost.
 */
export interface Sessions extends Records {}
