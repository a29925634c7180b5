// Makes the documentation site: `npm run docs` builds it, `npm run docs -- dev` shows it while pages are edited,
// `npm run docs -- preview` serves what was built. More arguments go to VitePress.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { makeReference } from '../docs/.vitepress/make-reference.mjs'
import { makeSources } from '../docs/.vitepress/make-sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [task = 'build', ...args] = process.argv.slice(2)

if (!['build', 'dev', 'preview'].includes(task)) {
  console.error(`There is no '${task}': npm run docs -- [build | dev | preview] [what VitePress takes]`)
  process.exit(2)
}
if (task !== 'preview') {
  makeSources()
  await makeReference()
}
const vitepress = fileURLToPath(import.meta.resolve('vitepress').replace(/dist\/node\/index\.js$/, 'bin/vitepress.js'))
const { status } = spawnSync(process.execPath, [vitepress, task, 'docs', ...args], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
