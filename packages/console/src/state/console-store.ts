import { computed, signal } from '@preact/signals'
import type { Catalogue, ConsoleEvent, ConsoleState, Operation, PersonRequest, Server, Span } from '../api/contract.js'
import { MessageLog } from '../timeline/message-log.js'

/** `closed`: the command ended. `unauthorized`: the token is of another start of it. */
export type StreamState = 'loading' | 'live' | 'cut' | 'closed' | 'unauthorized'

const maxSpans = 4_000
const maxLines = 4_000

/** Everything the page shows, as signals. Events of the server are the only ones to change it. */
export class ConsoleStore {
  readonly stream = signal<StreamState>('loading')
  readonly settings = signal<ConsoleState['settings'] | undefined>(undefined)
  readonly about = signal<
    Pick<ConsoleState, 'release' | 'sandboxUrl' | 'isTour' | 'configFiles' | 'startedAt' | 'revisions'> | undefined
  >(undefined)
  readonly servers = signal<readonly Server[]>([])
  readonly catalogues = signal<ReadonlyMap<string, Catalogue>>(new Map())
  readonly lines = signal<ConsoleState['lines']>([])
  readonly operations = signal<readonly Operation[]>([])
  readonly requests = signal<readonly PersonRequest[]>([])
  readonly decisions = signal<ConsoleState['decisions']>([])
  readonly audit = signal<ConsoleState['audit']>([])
  readonly changes = signal<ConsoleState['changes']>([])
  readonly subscriptions = signal<ConsoleState['subscriptions']>([])
  readonly tests = signal<ConsoleState['tests']>([])
  readonly roots = signal<ConsoleState['roots']>([])
  readonly signIns = signal<ConsoleState['signIns']>([])
  readonly notices = signal<ConsoleState['notices']>([])
  readonly spans = signal<ReadonlyMap<string, Span>>(new Map())
  readonly log = new MessageLog()
  readonly byName = computed(() => new Map(this.servers.value.map((server) => [server.name, server])))

  /** Replaces everything: at first, and after a gap. */
  load(state: ConsoleState): void {
    this.settings.value = state.settings
    this.about.value = state
    this.servers.value = state.servers
    this.catalogues.value = new Map(state.catalogues.map((each) => [each.server, each]))
    this.lines.value = state.lines
    this.operations.value = state.operations
    this.requests.value = state.requests
    this.decisions.value = state.decisions
    this.audit.value = state.audit
    this.changes.value = state.changes
    this.subscriptions.value = state.subscriptions
    this.tests.value = state.tests
    this.roots.value = state.roots
    this.signIns.value = state.signIns
    this.notices.value = state.notices
    this.spans.value = new Map(state.spans.map((span) => [span.id, span]))
  }

  /** Takes one event in. */
  apply(event: ConsoleEvent): void {
    this.#applyWork(event)
    this.#applyLists(event)
    if (event.type === 'settings') this.settings.value = event.settings
    else if (event.type === 'closing') this.stream.value = 'closed'
    else if (event.type === 'notice') this.notices.value = [...this.notices.value, event.notice].slice(-20)
    else if (event.type === 'server') this.servers.value = replace(this.servers.value, event.server, 'name')
    else if (event.type === 'catalogue') {
      this.catalogues.value = new Map(this.catalogues.value).set(event.catalogue.server, event.catalogue)
    } else if (event.type === 'sign-in') this.signIns.value = replace(this.signIns.value, event.signIn, 'server')
    else if (event.type === 'subscription') {
      this.subscriptions.value = replace(this.subscriptions.value, event.subscription, 'id')
    }
  }

  #applyWork(event: ConsoleEvent): void {
    if (event.type === 'messages') this.log.append(event.records)
    else if (event.type === 'messages-dropped') this.log.dropBefore(event.firstSeq)
    else if (event.type === 'spans') this.#addSpans(event.spans)
    else if (event.type === 'lines') this.lines.value = [...this.lines.value, ...event.lines].slice(-maxLines)
    else if (event.type === 'operation') this.operations.value = replace(this.operations.value, event.operation, 'id')
    else if (event.type === 'operations-dropped') {
      this.operations.value = this.operations.value.filter(({ id }) => !event.ids.includes(id))
    } else if (event.type === 'request') this.requests.value = replace(this.requests.value, event.request, 'id')
    else if (event.type === 'request-ended') {
      this.requests.value = this.requests.value.filter(({ id }) => id !== event.id)
    }
  }

  #applyLists(event: ConsoleEvent): void {
    if (event.type === 'servers') {
      this.servers.value = event.servers
      const names = new Set(event.servers.map(({ name }) => name))
      this.catalogues.value = new Map([...this.catalogues.value].filter(([name]) => names.has(name)))
    } else if (event.type === 'decisions') this.decisions.value = event.decisions
    else if (event.type === 'audit') this.audit.value = [...this.audit.value, ...event.records].slice(-1_000)
    else if (event.type === 'changes') this.changes.value = event.changes
    else if (event.type === 'tests') this.tests.value = event.tests
    else if (event.type === 'roots') this.roots.value = event.roots
    else if (event.type === 'subscription-ended') {
      this.subscriptions.value = this.subscriptions.value.filter(({ id }) => id !== event.id)
    }
  }

  #addSpans(spans: readonly Span[]): void {
    const all = new Map(this.spans.value)
    for (const span of spans) all.set(span.id, span)
    for (const id of all.keys()) {
      if (all.size <= maxSpans) break
      all.delete(id)
    }
    this.spans.value = all
  }
}

/** The list with this element in place of the one of the same key, or at its end. */
function replace<T, K extends keyof T>(list: readonly T[], element: T, key: K): readonly T[] {
  const index = list.findIndex((each) => each[key] === element[key])
  return index < 0 ? [...list, element] : list.with(index, element)
}
