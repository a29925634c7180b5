import type { Server, ServerOptions } from 'omniport'

/** What the scenarios are played against, made with this library. */
export declare function createOurServer(options?: Partial<ServerOptions>): Server
