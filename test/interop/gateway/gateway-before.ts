import type { Command } from 'omniport/client'
import { createGateway, type Isolation } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'
import { createRecordingLogger } from '../../support/recording-logger.js'
import { type HttpWire, tapHttp } from '../http-wire.js'

/** A gateway on HTTP with a single upstream, tapped on the side of its client. Whoever opened it closes it. */
export interface GatewayBefore {
  readonly wire: HttpWire
  close(): Promise<void>
}

/** Puts a gateway before a program. It calls itself what the program does, and leaves the names of tools as they are. */
export async function openGatewayBefore(target: Command, isolation: Isolation): Promise<GatewayBefore> {
  const gateway = createGateway({
    name: 'interop',
    version: '1.0.0',
    instructions: 'Ask for today.',
    upstreams: { upstream: { target, prefix: '', isolation } },
    logger: createRecordingLogger(),
  })
  const served = await serveHttp(gateway, { port: 0 })
  const wire = await tapHttp(served.url)
  return {
    wire,
    close: async () => {
      await wire.close()
      await served.close()
      await gateway.close()
    },
  }
}
