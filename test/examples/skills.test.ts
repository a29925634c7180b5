import process from 'node:process'
import { pathToFileURL } from 'node:url'
import type { Server } from 'omniport'
import { connect } from 'omniport/client'
import { expect, test } from 'vitest'
import { runProgram } from '../cli/run-program.js'
import { root } from '../support/root.js'

test('the client of the example lists the skills, loads one and reads its file', async () => {
  expect(await runProgram([process.execPath, 'examples/skills/client.js'], { cwd: root })).toEqual({
    code: 0,
    stderr: '',
    stdout: [
      'code-review: Review a change the way this team does. Use it when somebody asks for a review of a diff or a pull request. (2 files)',
      'release-notes: Write the notes of a release from its commits. Use it when a version is about to be published. (2 files)',
      '# Code review',
      'text/markdown 145',
      'skill://code-review: ../release-notes/SKILL.md: the path leaves the skill, or names no file; it is not read',
      '',
    ].join('\n'),
  })
})

test('every file that a skill of the example links to is a file of that skill', async () => {
  const module = await import(pathToFileURL(`${root}/examples/skills/server.js`).href)
  const { server } = module as { readonly server: Server }
  const client = await connect(server)
  const entries = await client.listSkills()
  expect(entries).toHaveLength(2)
  for (const entry of entries) {
    const loaded = await client.skill(entry)
    const links = [...loaded.text.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path)
    const read = await Promise.all(links.map(async (path) => (await loaded.read(path)).uri))
    expect([loaded.entry.uri, ...read]).toEqual(
      (entry.resources as readonly { readonly uri: string }[]).map(({ uri }) => uri),
    )
  }
  await client.close()
  await server.close()
})
