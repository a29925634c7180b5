import { type AppBridge, type AppBridgeOptions, createAppBridge } from '@omniport/app/host'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JsonObject, LoadedApp, Operation } from '../api/contract.js'
import { cleanText } from '../elements/clean-text.js'
import { isSchema as isObject } from '../form/schema/schema.js'
import { type App, useApp } from '../state/app.js'

interface AppFrameProps {
  /** The operation that loaded the app. */
  readonly loaded: Operation
  /** The call that the app shows. */
  readonly call: Operation | undefined
  readonly sandboxUrl: string
  /** Called when the person or the app has closed it. */
  readonly onEnd: () => void
}

/** An address that the app wants to open. */
interface Address {
  readonly url: string
  answer(allowed: boolean): void
}

/** The frame of an app, and what it says to its host. */
export function AppFrame({ loaded, call, sandboxUrl, onEnd }: AppFrameProps) {
  const app = useApp()
  const frame = useRef<HTMLDivElement>(null)
  const bridge = useRef<AppBridge | undefined>(undefined)
  const [address, setAddress] = useState<Address | undefined>(undefined)
  const [notes, setNotes] = useState<readonly string[]>([])
  useEffect(() => {
    if (frame.current === null) return undefined
    const note = (text: string) => setNotes((before) => [...before, text].slice(-maxNotes))
    const opened = createAppBridge({
      ...optionsOf(loaded, app),
      container: frame.current,
      sandboxUrl,
      ask: {
        link: (url) => new Promise((resolve) => setAddress({ url: url.href, answer: resolve })),
        // Each call is a question of the host, with its arguments.
        tool: () => true,
        message: () => true,
      },
      on: {
        message: ({ content }) => note(`Says in the conversation: ${JSON.stringify(content)}`),
        modelContext: (context) => note(`Tells the model: ${JSON.stringify(context)}`),
        log: ({ level, data }) => note(`Logs (${level}): ${typeof data === 'string' ? data : JSON.stringify(data)}`),
        closeRequest: () => onEnd(),
        unresponsive: () => note('Does not answer'),
        // What fails for the app is told to it.
        error: (reason) => note(`Got an error: ${reason instanceof Error ? reason.message : String(reason)}`),
        end: (reason) => reason !== 'closed' && app.ui.toast(endings[reason]),
      },
    })
    opened.ready.catch(() => {}) // `end` says it
    bridge.current = opened
    if (call?.request.kind === 'call') opened.sendToolInput(call.request.args)
    return () => {
      bridge.current = undefined
      void opened.close()
    }
  }, [loaded.id, call?.id])
  useEffect(() => {
    if (bridge.current !== undefined && call !== undefined) sendEnd(bridge.current, call)
  }, [loaded.id, call?.id, call?.state, call?.result])
  const answer = (allowed: boolean) => {
    address?.answer(allowed)
    setAddress(undefined)
  }
  return (
    <>
      {address !== undefined && <AddressQuestion url={address.url} answer={answer} />}
      <div class="app-frame" ref={frame} />
      <p class="row">
        <button type="button" class="quiet" onClick={onEnd}>
          Close the app
        </button>
      </p>
      <Notes notes={notes} />
    </>
  )
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ol class="lines" aria-label="What the app told">
      {notes.map((text, index) => (
        <li key={index}>
          <span class="line">{cleanText(text.slice(0, 2_000))}</span>
        </li>
      ))}
    </ol>
  )
}

function AddressQuestion({ url, answer }: { readonly url: string; readonly answer: (allowed: boolean) => void }) {
  return (
    <section class="card" aria-label="The app wants to open an address">
      <h2>The app wants to open an address</h2>
      <p>
        <code>{cleanText(url)}</code>
      </p>
      <div class="row actions">
        <button type="button" onClick={() => answer(false)}>
          Don't open it
        </button>
        <button type="button" class="go" onClick={() => answer(true)}>
          Open it
        </button>
      </div>
    </section>
  )
}

/** What the app gets of its server, and is told of this page. */
function optionsOf(loaded: Operation, app: App): Pick<AppBridgeOptions, 'app' | 'server' | 'hostInfo' | 'hostContext'> {
  const { api, store } = app
  const source = loaded.result as unknown as LoadedApp // the server of this page made it, of what it checked
  const { server } = source
  return {
    app: source as unknown as AppBridgeOptions['app'],
    server: {
      listTools: async () => (store.catalogues.value.get(server)?.tools ?? []) as never, // each as its server listed it
      callTool: async (tool, args) =>
        (await api.act('app-call', { app: loaded.id, tool, args: args as JsonObject })).result as never,
      readResource: async (uri) => (await api.act('app-read', { app: loaded.id, uri })).result as never,
    },
    hostInfo: { name: 'omniport-console', version: store.about.value?.release ?? '' },
    hostContext: {
      theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      displayMode: 'inline',
      availableDisplayModes: ['inline'],
      containerDimensions: { maxHeight: 600 },
      locale: navigator.language,
      platform: 'web',
    },
  }
}

/** Tells the app how its call ended. */
function sendEnd(bridge: AppBridge, { request, state, result, error, endedAt }: Operation): void {
  if (request.kind !== 'call' || endedAt === undefined) return
  if (state !== 'done') bridge.sendToolCancelled(error?.message)
  else if (isObject(result)) bridge.sendToolResult(result as never) // as its server sent it; the view checks it
}

const endings = {
  timeout: 'The app did not start in time.',
  rate: 'The app sent too many messages, and was removed.',
  navigated: 'The app loaded another page, and was removed.',
} as const

const maxNotes = 20
