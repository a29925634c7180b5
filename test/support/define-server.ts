import { createServer } from '../../packages/omniport/src/server/create-server.js'
import type { Server } from '../../packages/omniport/src/server/server.js'
import { createRecordingLogger, type RecordingLogger } from './recording-logger.js'
import { createManualRuntime, type ManualRuntime } from './virtual-runtime.js'

/** What `createServer` is given, but for what the tests do not care about. */
export type DefineOptions = Partial<Parameters<typeof createServer>[0]>

/** A server whose time stands still, and what it logged. */
export interface DefinedForTest {
  readonly server: Server
  readonly logger: RecordingLogger
  readonly runtime: ManualRuntime
}

/** Defines a server. There is nothing to close but its subscriptions. */
export function defineServer(options: DefineOptions = {}): DefinedForTest {
  const logger = createRecordingLogger()
  const runtime = createManualRuntime()
  const server: Server = createServer({ name: 's', version: '1', logger, runtime, ...options })
  return { server, logger, runtime }
}
