import { defaultLimits } from '../../packages/omniport/src/protocol/limits/limits.js'
import type { Bus } from '../../packages/omniport/src/store/bus.js'
import { createMemoryBus } from '../../packages/omniport/src/store/memory/memory-bus.js'
import { createMemoryEventLog } from '../../packages/omniport/src/store/memory/memory-event-log.js'
import { createMemorySessions } from '../../packages/omniport/src/store/memory/memory-records.js'
import { defineHttpServer, type HttpServerForTest } from './http-server.js'
import { httpShells, type OpenShell } from './http-shells.js'
import { createHttpRuntime } from './virtual-runtime.js'

/** A node that shares sessions and streams with another one. */
export interface SessionNode extends Pick<HttpServerForTest, 'server' | 'runtime' | 'onHook'> {
  readonly shell: OpenShell
  /** Cuts it off the others, or lets it hear and speak again. */
  cut(is: boolean): void
}

/** Opens two nodes behind the fetch handler. Whoever opens them closes their shells. */
export async function openSessionNodes(): Promise<readonly [SessionNode, SessionNode]> {
  const open = httpShells[0]?.open
  if (open === undefined) throw new Error('there is the fetch handler')
  const clock = createHttpRuntime()
  const stores = {
    sessions: createMemorySessions({ clock }),
    eventLog: createMemoryEventLog({ clock, limits: defaultLimits }),
  }
  const bus = createMemoryBus()
  const create = async (): Promise<SessionNode> => {
    let isCut = false
    const own: Bus = {
      publish: (topic, message) => (isCut ? undefined : bus.publish(topic, message)),
      subscribe: (topic, listener) => bus.subscribe(topic, (message) => isCut || listener(message)),
    }
    const { server, runtime, onHook } = defineHttpServer({ stores: { ...stores, bus: own } })
    const cut = (is: boolean) => {
      isCut = is
    }
    return { server, runtime, onHook, shell: await open(server), cut }
  }
  return [await create(), await create()]
}
