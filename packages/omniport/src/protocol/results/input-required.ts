import type { InputRequest } from '../model/input-request.js'

/** The answer of a modern server that needs input first. spec: basic/patterns/mrtr#inputrequiredresult */
export class InputRequired {
  /** In newest shape, by key. */
  readonly inputRequests: ReadonlyMap<string, InputRequest>
  /** The client sends it back unchanged. */
  readonly requestState: string

  constructor(inputRequests: ReadonlyMap<string, InputRequest>, requestState: string) {
    this.inputRequests = inputRequests
    this.requestState = requestState
  }
}
