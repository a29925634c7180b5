import { OmniportError } from '../../values/errors/omniport-error.js'

/** That an address is not asked at all: trying again is of no use. */
export class AddressRefusal extends OmniportError {
  constructor(reason: string) {
    super('unreachable', `refused: ${reason}`)
  }
}
