import { OmniportError } from '../../values/errors/omniport-error.js'

/**
 * A request whose answer will not come, though its server can be asked again: its session or its stream is gone. What changes
 * nothing may be sent again; of anything else nobody knows whether it was done.
 */
export class RequestLost extends OmniportError {
  constructor(message: string, options?: ErrorOptions) {
    super('closed', message, options)
  }
}
