import { fileURLToPath } from 'node:url'
import { createServer } from 'omniport'
import { skillsFrom } from 'omniport/node'

/** Serves the skills of the folder beside this file. Edit one while the server runs: it is served as it is now. */
export const server = createServer({
  name: 'team-skills',
  version: '1.0.0',
  skills: await skillsFrom(fileURLToPath(new URL('skills', import.meta.url))),
})
