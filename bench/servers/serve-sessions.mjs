/**
 * Finds the transport of a session, as authors do it with the official SDK, which leaves it to them. `open` makes the
 * transport of a new session and tells its id to the function it is given; `idOf` reads the id from a request.
 */
export function serveSessions(open, idOf) {
  const transports = new Map()
  return async (request, ...rest) => {
    const id = idOf(request)
    let transport = transports.get(id)
    if (transport === undefined) transport = await open((created) => transports.set(created, transport))
    return transport.handleRequest(request, ...rest)
  }
}
