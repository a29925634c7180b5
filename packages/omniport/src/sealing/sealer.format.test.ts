import { expect, test } from 'vitest'
import { Sealer, type SealPurpose } from './sealer.js'

const sealer = new Sealer(['s'.repeat(32)], 'files')
const start = 'v1.-leZLp61.AAECAwQFBgcICQoLDA0ODw.'

test.each<[SealPurpose, string]>([
  ['session', '12x0hE9XKtk2_QWBH8-kusRGsRl9raY'],
  ['state', 'rVvWZ_F9l2UiB2A8SSJLtwGgYQkOWjE'],
  ['parked', 'ISl9f4kV2gRMTXAH8j-4YHVPuUtn_zg'],
  ['upstream', 'BJxfdunzIr6RpBTrpnL5tvGW77cnKAM'],
])('a text for %s that an earlier version has sealed opens', async (purpose, cipher) => {
  expect(await sealer.open(purpose, start + cipher)).toEqual({ a: 1 })
  const own = await sealer.seal(purpose, 1)
  expect([own.startsWith('v1.-leZLp61.'), await sealer.isForeign(own)]).toEqual([true, false])
})
