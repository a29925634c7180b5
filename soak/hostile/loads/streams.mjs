import { setTimeout as wait } from 'node:timers/promises'
import { listenPost } from '../requests.mjs'

/** Loads of clients that open streams. */
export const streamLoads = [
  {
    name: 'listens-then-closed',
    what: 'Two hundred connections send eleven subscriptions each and are closed, five times; then somebody subscribes.',
    async run(attacker) {
      for (let round = 0; round < 5; round += 1) {
        await attacker.connectMany(200, (socket) => attacker.send(socket, listenPost().repeat(11)))
        await attacker.close()
      }
      return subscribe(attacker)
    },
  },
  {
    name: 'idle-subscriptions',
    what: 'A thousand connections subscribe, and stay for ten seconds; meanwhile somebody else subscribes.',
    async run(attacker) {
      await attacker.connectMany(1_000, (socket) => attacker.send(socket, listenPost()))
      await wait(5_000)
      const problem = await subscribe(attacker)
      await wait(5_000)
      return problem
    },
  },
]

/** Somebody who subscribes is served. */
async function subscribe(attacker) {
  const status = await attacker.ask(await attacker.connect(), listenPost())
  return status === 200 ? undefined : `a subscription was answered ${status}`
}
