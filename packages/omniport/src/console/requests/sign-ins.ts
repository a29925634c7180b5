import type { AuthOptions } from '../../entries/client.js'
import type { ConsoleEvent, SignIn } from '../contract.js'
import type { AuthExchange } from '../recording/record-auth.js'
import { hostOf } from './host-requests.js'
import type { PersonRequests } from './person-requests.js'

export interface SignInsOptions {
  readonly requests: PersonRequests
  readonly publish: (event: ConsoleEvent) => void
  /** Called when it may have changed whether a server waits for a sign-in. */
  readonly onChange: (server: string) => void
  /** Ends the attempt that a sign-in belongs to. */
  readonly onGiveUp: (server: string) => void
}

interface Running {
  signIn: SignIn
  /** Withdraws the request to the person. */
  waiting: AbortController | undefined
}

/** What happens as the person signs in at servers: the last sign-in of each. */
export class SignIns {
  readonly #options: SignInsOptions
  readonly #servers = new Map<string, Running>()

  constructor(options: SignInsOptions) {
    this.#options = options
  }

  get all(): readonly SignIn[] {
    return [...this.#servers.values()].map(({ signIn }) => signIn)
  }

  isWaiting(server: string): boolean {
    return this.#servers.get(server)?.waiting !== undefined
  }

  /** The way to show the page of an authorization server: a request to the person, which opens it by a click. */
  open(server: string): NonNullable<AuthOptions['open']> {
    return async (url) => {
      const running = this.#of(server)
      running.waiting?.abort(new Error('Another sign-in has begun'))
      const waiting = new AbortController()
      running.waiting = waiting
      this.#step(server, { name: 'authorize', state: 'running', text: `Agree at ${hostOf(url)}` }, 'waiting')
      const scopes = (new URL(url).searchParams.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
      const { requests, onGiveUp } = this.#options
      const answer = requests.ask({ type: 'sign-in', server, url, host: hostOf(url), scopes }, waiting.signal)
      // It settles when the address is shown: the redirect says that the person has agreed.
      answer.then(
        () => onGiveUp(server),
        () => {},
      )
    }
  }

  /** Takes a request of authorization into account. */
  exchanged(server: string, exchange: AuthExchange, seq: number): void {
    const { url, method, status, error } = exchange
    const name = stepOf(exchange)
    const isFailed = status === undefined || status >= 400
    if (name === 'token') this.#of(server).waiting?.abort(new Error('The person has agreed'))
    const text = error === undefined ? `${method} ${url.host}${url.pathname}: ${status}` : `${url.host}: ${error}`
    // Documents are looked for in several places: that one is not there is no failure.
    const isOptional = name === 'resource-metadata' || name === 'server-metadata'
    const state = !isFailed ? 'done' : isOptional && error === undefined ? 'done' : 'failed'
    this.#step(server, { name, state, text, seq }, name === 'token' ? (isFailed ? 'failed' : 'done') : 'running')
  }

  /** The server is connected, or has failed: nothing waits any more. */
  ended(server: string): void {
    const running = this.#servers.get(server)
    if (running === undefined) return
    running.waiting?.abort(new Error('The sign-in has ended'))
    running.waiting = undefined
  }

  remove(server: string): void {
    this.ended(server)
    this.#servers.delete(server)
  }

  #of(server: string): Running {
    const found = this.#servers.get(server)
    if (found !== undefined) return found
    const made: Running = { signIn: { server, state: 'running', steps: [] }, waiting: undefined }
    this.#servers.set(server, made)
    return made
  }

  #step(server: string, step: Omit<SignIn['steps'][number], 'at'>, state: SignIn['state']): void {
    const running = this.#of(server)
    const { signIn } = running
    const isNew = signIn.state === 'done' || signIn.state === 'failed'
    const before = isNew ? [] : signIn.steps.filter((known) => known.name !== 'authorize' || known.state !== 'running')
    const agreed = step.name === 'token' && !isNew && before.length < signIn.steps.length
    const steps = agreed
      ? [...before, { at: Date.now(), name: 'redirect', state: 'done' as const, text: 'The person agreed' }]
      : before
    running.signIn = { server, state, steps: [...steps, { ...step, at: Date.now() }].slice(-maxSteps) }
    if (state === 'done' || state === 'failed') running.waiting = undefined
    this.#options.publish({ type: 'sign-in', signIn: running.signIn })
    this.#options.onChange(server)
  }
}

function stepOf({ url, method, isJson }: AuthExchange): string {
  if (url.pathname.includes('/.well-known/oauth-protected-resource')) return 'resource-metadata'
  if (method !== 'POST') return 'server-metadata'
  return isJson ? 'registration' : 'token'
}

const maxSteps = 50
