import type { InputRequest } from '../model/input-request.js'

/**
 * What a modern server answers when it needs something from the client first.
 *
 * spec: basic/patterns/mrtr#inputrequiredresult
 */
export class InputRequired {
  /** In newest shape, by key. */
  readonly inputRequests: ReadonlyMap<string, InputRequest>
  /** Comes back as it is. */
  readonly requestState: string

  constructor(inputRequests: ReadonlyMap<string, InputRequest>, requestState: string) {
    this.inputRequests = inputRequests
    this.requestState = requestState
  }
}
