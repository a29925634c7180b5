import { createAppBridge } from '@omniport/app/host'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { LoadedApp, Operation } from '../api/contract.js'
import { Empty } from '../elements/parts.js'
import { isSchema as isObject } from '../form/schema/schema.js'
import { useApp } from '../state/app.js'

interface AppPaneProps {
  readonly server: string
  readonly tool: string
  /** The item whose last call the app shows. */
  readonly item: string
}

/** The user interface of a tool, in a frame of another origin. */
export function AppPane({ server, tool, item }: AppPaneProps) {
  const { store, ui } = useApp()
  const [loading, setLoading] = useState<string | undefined>(undefined)
  const app = useApp()
  const operation = store.operations.value.find(({ id }) => id === loading)
  const call = store.operations.value.find(({ id }) => id === ui.shown.value.get(item))
  if (store.about.value?.sandboxUrl === undefined)
    return <p class="note">The console was started without a sandbox for apps.</p>
  if (operation === undefined) {
    return (
      <p class="row app-start">
        <button type="button" onClick={() => setLoading(app.operate({ kind: 'load-app', server, tool }))}>
          Show its app
        </button>
        <span class="soft">in a frame of its own, which reaches nothing of this page</span>
      </p>
    )
  }
  if (operation.result === undefined)
    return (
      <Empty title="Loading the app">
        <p>{operation.error?.message}</p>
      </Empty>
    )
  return <AppFrame loaded={operation} call={call} sandboxUrl={store.about.value.sandboxUrl} />
}

interface AppFrameProps {
  readonly loaded: Operation
  readonly call: Operation | undefined
  readonly sandboxUrl: string
}

function AppFrame({ loaded, call, sandboxUrl }: AppFrameProps) {
  const { api, ui } = useApp()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const container = frame.current
    if (container === null) return undefined
    // The server of this page made it, of the definition that it checked.
    const source = loaded.result as unknown as LoadedApp
    const bridge = createAppBridge({
      container,
      sandboxUrl,
      app: source as never,
      server: {
        callTool: async (name: string, args: object) =>
          (await api.act('app-call', { app: loaded.id, tool: name, args: args as never })).result,
        readResource: async (uri: string) => (await api.act('app-read', { app: loaded.id, uri })).result,
      } as never,
      hostInfo: { name: 'omniport', version: '1' },
      hostContext: { locale: navigator.language, containerDimensions: { maxHeight: 600 } },
      ask: { link: (url: string) => confirm(`The app wants to open ${url}`) },
      on: {
        unresponsive: () => void bridge.close(),
        end: (reason: string) => ui.toast(`The app ended: ${reason}`, 'info'),
      },
    } as never)
    if (call?.request.kind === 'call') {
      bridge.sendToolInput(call.request.args)
      if (isObject(call.result)) bridge.sendToolResult(call.result as never)
    }
    return () => void bridge.close()
  }, [loaded.id, call?.id, call?.state])
  return <div class="app-frame" ref={frame} />
}
