/** The methods by which a server asks a client for input. */
export type InputMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list'

/**
 * A question to the client, in newest shape: a method with its parameters, without an envelope.
 *
 * spec: basic/patterns/mrtr#inputrequests
 */
export interface InputRequest {
  readonly method: InputMethod
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

/** Questions by the key that their answers come back under. */
export type InputRequests = Readonly<Record<string, InputRequest>>
