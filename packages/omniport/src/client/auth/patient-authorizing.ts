import type { AuthOptions } from '../../auth/client/auth-options.js'
import type { Limits } from '../../protocol/limits.js'
import type { Runtime } from '../../protocol/runtime.js'
import type { InputHandlers } from '../answering/answers.js'
import { OpenInputRequests } from '../answering/open-questions.js'
import { patientTimer } from './patient-timer.js'

/** What credentials are got with. */
export interface Authorizing {
  readonly options: AuthOptions
  /** Its timers run while credentials are got. */
  readonly runtime: Runtime
  /** Runs what may take as long as a person does; the timers of everything else stand still meanwhile. */
  waiting<T>(work: () => Promise<T>): Promise<T>
}

/** What it depends on. */
export interface AuthorizingContext {
  readonly runtime: Runtime
  readonly limits: Limits
  readonly inputHandlers: InputHandlers
}

/** Has time stand still for one client while its credentials are got: a slow person does not make a slow server. */
export class PatientAuthorizing implements Authorizing {
  readonly options: AuthOptions
  readonly runtime: Runtime
  readonly patientRuntime: Runtime
  readonly #inputHandlers: InputHandlers
  readonly #open: OpenInputRequests

  constructor(options: AuthOptions, { runtime, limits, inputHandlers }: AuthorizingContext) {
    const questionMs = Math.max(limits.questionMs, options.personMs ?? 0)
    this.options = options
    this.runtime = runtime
    this.#inputHandlers = inputHandlers
    this.#open = new OpenInputRequests({ clock: runtime, questionMs })
    this.patientRuntime = {
      now: () => runtime.now(),
      after: patientTimer(this.#open, runtime),
      randomBytes: (length) => runtime.randomBytes(length),
      defer: (fn) => runtime.defer(fn),
    }
  }

  /** Calls that count their own time are told as if a server asked something. */
  waiting<T>(work: () => Promise<T>): Promise<T> {
    const asking = { cause: undefined, signal: new AbortController().signal }
    return this.#open.track(() => this.#inputHandlers.openRequests.track(work, asking), asking)
  }
}
