import { OmniportError } from '../../values/errors/omniport-error.js'

/**
 * The error of a request whose response is lost with its session or its stream, while the server can be reached. A request
 * that changes nothing may be sent again; any other one may have been executed.
 */
export class RequestLost extends OmniportError {
  constructor(message: string, options?: ErrorOptions) {
    super('closed', message, options)
  }
}

/**
 * The error of a request that the server refused because it does not know the session any more. Nothing was executed, so
 * any request may be sent again on a new session.
 */
export class SessionForgotten extends RequestLost {}
