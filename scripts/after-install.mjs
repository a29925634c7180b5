// The dev dependencies `node` and `node-…` bring other releases of Node for tests. Their link would take the place of the Node
// that runs npm scripts, so it goes.
import { rmSync } from 'node:fs'

for (const name of ['node', 'node.cmd', 'node.ps1']) {
  rmSync(new URL(`../node_modules/.bin/${name}`, import.meta.url), { force: true })
}
