import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reachFolder } from './test-runner.mjs'

/** Has the pages that tests of the copy open know which mutant is on: a page has no `PATH`. */
export function addBrowserSwitches(copy) {
  const folder = join(copy, 'node_modules', 'playwright-core')
  rmSync(folder) // a link
  mkdirSync(folder)
  const real = fileURLToPath(import.meta.resolve('playwright-core'))
  const text = `import * as real from ${JSON.stringify(real)}\n${module}`
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'playwright-core', type: 'module', main: 'index.js' }),
  )
  writeFileSync(join(folder, 'index.js'), text.replace('FOLDER', JSON.stringify(reachFolder(copy))))
}

/** All that tests use of the package is here. */
const module = `
import { appendFileSync } from 'node:fs'
const path = process.env.PATH
const name = /\\/omniport-reach-(\\w+)/.exec(path)?.[1]
const active = /\\/omniport-mutant-(\\w+)/.exec(path)?.[1]
export const chromium = {
  launch: async (options) => {
    const browser = await real.chromium.launch(options)
    const create = browser.newContext.bind(browser)
    browser.newContext = async (...args) => {
      const context = await create(...args)
      if (active !== undefined) await context.addInitScript((id) => { globalThis.__omniportMutant__ = id }, active)
      if (name !== undefined) await context.exposeBinding('__omniportReach__', (_source, id) => appendFileSync(FOLDER + '/' + name, id + '\\n'))
      return context
    }
    return browser
  },
}
`
