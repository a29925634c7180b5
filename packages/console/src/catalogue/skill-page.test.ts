// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { startedAt } from '#test/console/page/sample-state.js'
import type { Skill } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { SkillPage } from './skill-page.js'

describe('a skill', () => {
  const skill: Skill = {
    ...{
      name: 'notes_garden',
      uri: 's:1',
      skill: 'garden',
      description: 'When\u200b to sow',
      frontmatter: { license: 'MIT' },
    },
    files: [
      { path: 'a.md', uri: 's:1/a.md', bytes: 2_048 },
      { path: 'b\u200b.md', uri: 's:1/b.md' },
    ],
    ...{ definition: 'd', tokens: 1_512, findings: [], state: 'undecided' },
  }
  async function page(more: Partial<Skill> = {}) {
    const fixture = createApp()
    const part = h(SkillPage, { server: 'notes', skill: { ...skill, ...more } })
    return { ...fixture, screen: await show(part, fixture.app) }
  }

  test('shows what it is', async () => {
    const { screen } = await page({ bytes: 4_096, findings: [{ kind: 'k', path: '/x', text: 'Odd\u200b' }] })
    expect([
      screen.texts('h1'),
      screen.texts('header blockquote'),
      screen.texts('.tags .tag'),
      screen.texts('.note'),
    ]).toEqual([['garden'], ['When⟨U+200B⟩ to sow'], ['undecided', '1,512 tokens', '4.1 KB'], ['Odd⟨U+200B⟩']])
    expect([screen.texts('.definition > summary'), screen.texts('.empty h2'), screen.texts('.empty p')]).toEqual([
      ['Front matter'],
      ['The instructions are shown here'],
      ['Load it to read what a model would be given.'],
    ])
    expect((await page()).screen.texts('.tags .tag')).toHaveLength(2)
  })

  test.each<[Skill['state'], string, boolean]>([
    ['allowed', 'good', false],
    ['denied', 'warn', false],
    ['changed', 'warn', true],
    ['blocked', 'warn', true],
    ['undecided', 'warn', true],
  ])('that is %s has the colour %s; it can be approved: %s', async (state, tone, canApprove) => {
    const { screen } = await page({ state })
    expect([screen.all('.tag')[0]?.className, screen.buttons.includes('Approve it as it is')]).toEqual([
      `tag ${tone}`,
      canApprove,
    ])
  })

  test('is approved as it was seen', async () => {
    const { screen, api } = await page()
    await screen.click('Approve it as it is')
    expect(api.acts).toEqual([['approve-skill', { server: 'notes', uri: 's:1', definition: 'd' }]])
  })

  test('is loaded, and shows its instructions', async () => {
    const { screen, api, store } = await page()
    await screen.submit('form[data-call]')
    const request = { kind: 'load-skill', server: 'notes', uri: 's:1' } as const
    expect(api.acts).toMatchObject([['operate', { request }]])
    await settled(() =>
      store.apply({
        type: 'operation',
        operation: { id: 'op', request, state: 'done', startedAt, endedAt: startedAt, result: { text: '*a*' } },
      }),
    )
    expect(screen.texts('.result em')).toEqual(['a'])
  })

  test('has files to read, or makes them on demand', async () => {
    const { screen, api } = await page()
    expect(screen.texts('.files li')).toEqual(['a.md2.0 KB', 'b⟨U+200B⟩.md'])
    await screen.click('a.md')
    expect(api.acts).toMatchObject([
      ['operate', { request: { kind: 'read-skill-file', server: 'notes', uri: 's:1', path: 'a.md' } }],
    ])
    const dynamic = await page({ files: 'dynamic' })
    expect([dynamic.screen.all('.files').length, dynamic.screen.texts('.form > .soft')]).toEqual([
      0,
      ['Its files are made on demand.'],
    ])
  })
})
