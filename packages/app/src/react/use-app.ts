import { useSyncExternalStore } from 'react'
import { type App, type AppOptions, connectApp, type HostContext, type ToolState } from '../entries/index.js'

/** A view as a component sees it. Each change makes a new object. */
export interface AppState<D = unknown> {
  /** Undefined until the host has answered. */
  readonly app: App<D> | undefined
  /** The tool call that is shown. */
  readonly tool: ToolState<D>
  readonly hostContext: HostContext
  /** The reason why there is no connection. */
  readonly error: unknown
}

/**
 * Connects the page to its host, and renders again when the tool call or the context of the host changes. `D` is the type of the
 * tool: see `connectApp`.
 *
 * A page has one host. All components share one connection, which the first one makes with its `options`, and which stays as long
 * as the page. After a failure the next component that mounts tries again.
 */
export function useApp<D = unknown>(options: AppOptions): AppState<D> {
  wanted ??= options
  return useSyncExternalStore(subscribe, current, current) as AppState<D> // the caller names the tool
}

const listeners = new Set<() => void>()
let wanted: AppOptions | undefined
let connecting: Promise<void> | undefined
let state: AppState = { app: undefined, tool: {}, hostContext: {}, error: undefined }

const current = () => state

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  connecting ??= connect()
  return () => void listeners.delete(listener)
}

async function connect(): Promise<void> {
  if (wanted === undefined) return
  try {
    const app = await connectApp(wanted)
    const update = () => change({ app, tool: app.tool, hostContext: app.hostContext, error: undefined })
    app.subscribe(update)
    update()
  } catch (error) {
    wanted = connecting = undefined
    change({ ...state, error })
  }
}

function change(next: AppState): void {
  state = next
  for (const listener of [...listeners]) listener()
}
