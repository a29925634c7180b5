import { OmniportError } from '../../values/errors/omniport-error.js'

/** An address that is refused; a retry is pointless. */
export class AddressRefusal extends OmniportError {
  constructor(reason: string) {
    super('unreachable', `refused: ${reason}`)
  }
}

/** Creates the error for a refused address, for a reason like `10.0.0.1 is a private address`. */
export function addressRefused(reason: string): OmniportError {
  return new AddressRefusal(reason)
}
