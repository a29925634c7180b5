import type { ClientServices } from '../home.js'
import type { Command } from '../target.js'
import type { Connector } from './dialer.js'

/** The way to a server that is started for this client. What starts processes is loaded only here. */
export function commandConnector(target: Command, { limits, runtime, report, onStderr }: ClientServices): Connector {
  const { command, args = [], env, cwd } = target
  return {
    reopens: true,
    key: JSON.stringify([command, args, cwd]),
    open: async (serve) => {
      const { spawnServer: spawnLink } = await import('../../transport/stdio/spawn-link.js')
      return spawnLink({ command, args, env, cwd }, { serve, limits, runtime, onError: report, onStderr })
    },
  }
}
