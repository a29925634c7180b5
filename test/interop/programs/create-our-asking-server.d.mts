import type { Server, ServerOptions } from 'omniport'

/** A server whose tools ask whoever calls them. */
export declare function createOurAskingServer(options?: Partial<ServerOptions>): Server
