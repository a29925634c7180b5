import { HttpDriver } from './http-driver.mjs'
import { Listener } from './listener.mjs'

const revision = '2025-11-25'

/** Opens sessions, and resolves with the bytes of a GET for the stream of each. */
export async function openSessions(port, count) {
  const gets = []
  const work = async () => {
    const driver = await HttpDriver.open(port, { connections: 1, revision })
    while (gets.length < count) {
      const at = gets.push(undefined) - 1
      await driver.openSession()
      gets[at] = driver.toGetBytes()
    }
    driver.close()
  }
  await Promise.all(Array.from({ length: 32 }, work))
  return gets
}

/** Opens a stream with each GET, all at once, and resolves when each has its first event. Rejects if one is refused. */
export async function openStreams(port, gets) {
  const listeners = []
  for (const _ of gets) listeners.push(await Listener.open(port))
  await Promise.all(listeners.map((listener, at) => listener.listen(gets[at], '\nid: ')))
  return listeners
}
