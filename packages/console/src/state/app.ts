import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { ApiError, type ConsoleApi } from '../api/console-api.js'
import type { ActionName, Actions, Operation, OperationRequest } from '../api/contract.js'
import { newId } from '../elements/format.js'
import { formatRoute, type Route } from '../shell/route.js'
import type { ConsoleStore } from './console-store.js'
import type { UiState } from './ui-state.js'

/** What every part of the page works with. */
export class App {
  readonly api: ConsoleApi
  readonly store: ConsoleStore
  readonly ui: UiState

  constructor(api: ConsoleApi, store: ConsoleStore, ui: UiState) {
    this.api = api
    this.store = store
    this.ui = ui
  }

  /** Does something at the server. An error is shown to the person, and undefined returned. */
  async act<N extends ActionName>(name: N, input: Actions[N]['input']): Promise<Actions[N]['output'] | undefined> {
    try {
      return await this.api.act(name, input)
    } catch (error) {
      this.fail(error)
      return undefined
    }
  }

  fail(error: unknown): void {
    if (error instanceof ApiError && error.code === 'unauthorized') this.store.stream.value = 'unauthorized'
    else this.ui.toast(error instanceof Error ? error.message : String(error))
  }

  go(route: Route): void {
    location.hash = formatRoute(route)
    this.ui.pane.value = route.view === 'server' && route.item === undefined ? 'list' : 'work'
  }

  /** Begins an operation, and shows it with its item. Returns its id. */
  operate(request: OperationRequest): string {
    const id = newId()
    this.ui.show(itemOf(request), id)
    void this.act('operate', { id, request })
    return id
  }

  /** Opens the view of what an operation was about, with what was sent. */
  reopen(operation: Operation): void {
    const { request } = operation
    this.ui.show(itemOf(request), operation.id)
    if (request.kind === 'call' || request.kind === 'wire') {
      const tool = this.store.catalogues.value.get(request.server)?.tools?.find(({ name }) => name === request.tool)
      this.ui.fill(itemOf(request), tool?.inputSchema, request.args)
      this.go({ view: 'server', server: request.server, section: 'tools', item: request.tool })
    } else if (request.kind === 'read') {
      this.go({ view: 'server', server: request.server, section: 'resources', item: request.uri })
    } else if (request.kind === 'get') {
      this.go({ view: 'server', server: request.server, section: 'prompts', item: request.prompt })
    } else if (request.kind === 'load-skill' || request.kind === 'read-skill-file') {
      this.go({ view: 'server', server: request.server, section: 'skills', item: request.uri })
    } else if (request.kind === 'load-app') {
      this.go({ view: 'server', server: request.server, section: 'tools', item: request.tool })
    } else this.go({ view: 'history', item: operation.id })
  }
}

/** Operations of the same tool, prompt or resource have the same. */
export function itemOf(request: OperationRequest): string {
  const { kind, server } = request
  if (kind === 'call' || kind === 'wire') return `${server}/tool/${request.tool}`
  if (kind === 'load-app') return `${server}/app/${request.tool}`
  if (kind === 'get') return `${server}/prompt/${request.prompt}`
  if (kind === 'read') return `${server}/uri/${request.uri}`
  if (kind === 'load-skill' || kind === 'read-skill-file') return `${server}/skill/${request.uri}`
  return `${server}/${kind}`
}

/** The title of what an operation does. */
export function titleOf(request: OperationRequest): string {
  if (request.kind === 'call' || request.kind === 'wire' || request.kind === 'load-app') return request.tool
  if (request.kind === 'get') return request.prompt
  if (request.kind === 'read' || request.kind === 'load-skill') return request.uri
  if (request.kind === 'read-skill-file') return request.path
  return request.kind === 'raw' ? request.method : 'ping'
}

export const AppContext = createContext<App | undefined>(undefined)

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === undefined) throw new Error('This part stands outside of the page')
  return app
}
