import { readFileSync } from 'node:fs'
import ts from 'typescript6'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { newestProfile, profiles } from './profiles.js'
import {
  type LegacyRevision,
  legacyRevisions,
  type ModernRevision,
  modernRevisions,
  newestLegacyRevision,
  newestRevision,
  type Revision,
  revisions,
} from './revision.js'
import { isLegacy, profileOf } from './revision-profile.js'

describe('the revisions', () => {
  test('are the legacy ones, then the modern ones, oldest first', () => {
    expect(revisions).toEqual([...legacyRevisions, ...modernRevisions])
    expect([...revisions].sort()).toEqual(revisions)
  })

  test('have a newest, and a newest legacy one', () => {
    expect([newestLegacyRevision, newestRevision]).toEqual([legacyRevisions.at(-1), modernRevisions.at(-1)])
  })

  test('are legacy or modern by the tuple they stand in, for the compiler too', () => {
    expect(revisions.filter(isLegacy)).toEqual(legacyRevisions)
    expectTypeOf<Exclude<Revision, LegacyRevision>>().toEqualTypeOf<ModernRevision>()
    expectTypeOf(newestProfile.era).toEqualTypeOf<'modern'>()
    expectTypeOf(profiles[0].era).toEqualTypeOf<'legacy'>()
  })
})

describe('the profiles', () => {
  test('are one for each revision, frozen', () => {
    expect(profiles.map(({ revision }) => revision)).toEqual(revisions)
    expect(newestProfile).toBe(profiles.at(-1))
    expect(revisions.map((revision) => profileOf(revision).revision)).toEqual(revisions)
    expect(revisions.every((revision) => Object.isFrozen(profileOf(revision)))).toBe(true)
  })

  test('have all members explicitly: none is spread from another', () => {
    const members = membersOfInterface()
    expect(members).toContain('idlessErrors')
    expect(writtenProfiles()).toEqual(revisions.map(() => members))
  })
})

/** The members of each object in `profiles.ts`. A spread has the name `...`. */
function writtenProfiles(): readonly (readonly string[])[] {
  const written: (readonly string[])[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) written.push(node.properties.map(nameOf))
    ts.forEachChild(node, visit)
  }
  for (const statement of statementsOf('profiles.ts')) visit(statement)
  return written
}

function membersOfInterface(): readonly string[] {
  const profile = statementsOf('revision-profile.ts').find(ts.isInterfaceDeclaration)
  return profile?.members.map(nameOf) ?? []
}

function nameOf({ name }: ts.ObjectLiteralElementLike | ts.TypeElement): string {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '...'
}

function statementsOf(file: string): readonly ts.Statement[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return [...ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements]
}
