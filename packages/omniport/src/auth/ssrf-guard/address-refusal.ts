import { OmniportError } from '../../values/errors/omniport-error.js'

/** That an address is not asked at all: trying again is of no use. */
export class AddressRefusal extends OmniportError {
  constructor(reason: string) {
    super('unreachable', `refused: ${reason}`)
  }
}

/** The error that no connection is made, for a reason like `10.0.0.1 is a private address`. */
export function addressRefused(reason: string): OmniportError {
  return new AddressRefusal(reason)
}
