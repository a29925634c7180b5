import ts from 'typescript6'
import { revisions } from '../../packages/omniport/src/protocol/revisions/revision.js'
import type { SourceFile } from '../support/source-files.js'

/** The strings and parts of templates in which a file writes the date of a revision: `path:line date`. */
export function dateLiterals({ path, text }: SourceFile): readonly string[] {
  if (!revisions.some((revision) => text.includes(revision))) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      const dates = revisions.filter((revision) => node.text.includes(revision))
      found.push(...dates.map((date) => `${path}:${line} ${date}`))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
