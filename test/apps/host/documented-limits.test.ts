import { expect, test } from 'vitest'
import { defaultBridgeLimits } from '../../../packages/app/src/host/bridge-limits.js'
import { readDocument } from '../../docs/code-blocks.js'

test('docs/apps.md has every limit of the bridge, with its default', () => {
  const [, section = ''] = readDocument('docs/apps.md').split('| `limits`')
  const rows = [...section.matchAll(/^\| (`.+?`) +\| ([\d,; ]+?) +\|/gm)]
  const documented = rows.flatMap(([, names = '', values = '']) => {
    const defaults = values.split('; ')
    return names
      .split(', ')
      .map((name, index) => [name.replaceAll('`', ''), Number(defaults[index]?.replaceAll(',', ''))])
  })
  expect(Object.fromEntries(documented)).toEqual(defaultBridgeLimits)
})
