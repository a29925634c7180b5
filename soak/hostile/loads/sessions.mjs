import { initializePost } from '../requests.mjs'

/** Loads of clients that begin sessions. */
export const sessionLoads = [
  {
    name: 'sessions-never-opened',
    what: 'A client sends initialize 12,000 times, on fifty connections, and nothing more.',
    async run(attacker) {
      const refused = []
      await attacker.connectMany(50, async (socket) => {
        for (let begun = 0; begun < 240; begun += 1) {
          const status = await attacker.ask(socket, initializePost())
          if (status !== 200) refused.push(status)
        }
      })
      return refused.length > 0 ? `initialize was answered ${[...new Set(refused)].join(', ')}` : undefined
    },
  },
]
