import { createParking, createSecret, type Implementation, type Parking } from '#core/modern'

const parkings = new Map<string, Parking>()

/** A program has no place for the secrets of its operator, so that a worker of `node:cluster` has one of its own too. */
const secrets = [createSecret()]

/** Names that a process can serve under; programs have one, or few. */
const maxParkings = 100

/**
 * The calls that wait for their clients, of all servers of this process with the same name: a program may make a server for each
 * HTTP request, and the answers of a client come with another request.
 */
export function parkingOf(info: Implementation): Parking {
  const key = `${info.name}\n${info.version}`
  let parking = parkings.get(key)
  if (parking === undefined) {
    if (parkings.size >= maxParkings) parkings.clear()
    parking = createParking({ info: { name: info.name, version: info.version }, secrets })
    parkings.set(key, parking)
  }
  return parking
}
