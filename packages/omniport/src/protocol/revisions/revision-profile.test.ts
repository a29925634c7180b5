import { readFileSync } from 'node:fs'
import ts from 'typescript6'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { profiles } from './profiles.js'
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
    expectTypeOf(profiles[newestRevision].era).toEqualTypeOf<'modern'>()
    expectTypeOf(profiles[newestLegacyRevision].era).toEqualTypeOf<'legacy'>()
  })
})

describe('the profiles', () => {
  test('are one for each revision, frozen', () => {
    expect(Object.keys(profiles)).toEqual(revisions)
    expect(revisions.map((revision) => profileOf(revision).revision)).toEqual(revisions)
    expect(revisions.every((revision) => Object.isFrozen(profileOf(revision)))).toBe(true)
  })

  test('have all members explicitly: none is spread from another', () => {
    const written = writtenProfiles()
    expect([...written.keys()]).toEqual(revisions)
    const members = membersOfInterface()
    expect(members).toContain('idlessErrors')
    for (const names of written.values()) expect(names).toEqual(members)
  })
})

/** The members that `profiles.ts` writes, by revision. A spread has the name `...`. */
function writtenProfiles(): ReadonlyMap<string, readonly string[]> {
  const written = new Map<string, readonly string[]>()
  for (const statement of statementsOf('profiles.ts')) {
    if (!ts.isVariableStatement(statement)) continue
    const [declaration] = statement.declarationList.declarations
    const table = declaration?.initializer
    if (table === undefined || !ts.isObjectLiteralExpression(table)) continue
    for (const row of table.properties) {
      const value = ts.isPropertyAssignment(row) ? row.initializer : undefined
      written.set(nameOf(row), value !== undefined && ts.isObjectLiteralExpression(value) ? namesOf(value) : [])
    }
  }
  return written
}

function membersOfInterface(): readonly string[] {
  const profile = statementsOf('revision-profile.ts').find(ts.isInterfaceDeclaration)
  return profile?.members.map(nameOf) ?? []
}

function namesOf(object: ts.ObjectLiteralExpression): readonly string[] {
  return object.properties.map(nameOf)
}

function nameOf({ name }: ts.ObjectLiteralElementLike | ts.TypeElement): string {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '...'
}

function statementsOf(file: string): readonly ts.Statement[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return [...ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements]
}
