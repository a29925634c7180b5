import { dirname, posix } from 'node:path'
import ts from 'typescript6'
import { isTest, type SourceFile } from '../support/source-files.js'

/** A place in a test that lets a fault pass: `path: shape`, and the line. */
export interface WeakSpot {
  readonly path: string
  readonly line: number
  readonly shape: Shape
}

/** What a test must not hold, each with what to write instead. */
export const shapes = {
  conditional: 'an expect under a condition: compute what is expected, or make two tests',
  swallowed: 'an awaited failure that is swallowed: assert what it is',
  vague: 'an assertion that nearly everything passes: name the value',
  anyError: 'any error passes: name its text, class or code',
  either: 'either outcome passes: say which one it is',
  clock: 'a real clock is compared: count, use virtual time or the time of the processor',
  sleep: 'a sleep: wait for what happens, or use virtual time',
  silent: 'a test without an assertion',
  empty: 'passes where the list is empty: assert how many there are',
  itself: 'a thing is compared with itself: say what it is',
  environment: 'process.env is replaced, which later files in this process meet: vi.stubEnv',
} as const

export type Shape = keyof typeof shapes

/** The weak spots of one file. `asserts` says whether a name of this file stands for something that asserts. */
export function weakSpots({ path, text }: SourceFile, asserts: (name: string) => boolean): readonly WeakSpot[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: WeakSpot[] = []
  const visit = (node: ts.Node): void => {
    for (const shape of shapesOf(node, asserts)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      found.push({ path, line, shape })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function shapesOf(node: ts.Node, asserts: (name: string) => boolean): readonly Shape[] {
  const found: Shape[] = []
  if (isCallOf(node, 'expect') && isConditional(node)) found.push('conditional')
  if (isCallOf(node, 'expect') && hasClock(node) && !isLowerBound(node)) found.push('clock')
  if (isSwallowed(node)) found.push('swallowed')
  if (isVague(node)) found.push('vague')
  if (isAnyError(node)) found.push('anyError')
  if (isEither(node)) found.push('either')
  if (isSleep(node)) found.push('sleep')
  if (isSilent(node, asserts)) found.push('silent')
  if (isEmptied(node)) found.push('empty')
  if (isItself(node)) found.push('itself')
  if (isReplacedEnvironment(node)) found.push('environment')
  return found
}

function isCallOf(node: ts.Node, name: string): node is ts.CallExpression {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name
}

/** `x.name` of a call `x.name(…)`. */
function methodOf(node: ts.Node): ts.PropertyAccessExpression | undefined {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression : undefined
}

/** Under `if`, `?:`, `&&`, `case`, `catch`, in the callback of `.catch`, or behind `if (…) return` of a test. */
function isConditional(node: ts.Node): boolean {
  let child: ts.Node = node
  for (let parent = node.parent; !ts.isSourceFile(parent); parent = parent.parent) {
    if (isBranch(parent, child)) return true
    if (ts.isBlock(parent) && isTestBody(parent)) return isBehindReturn(parent, child)
    child = parent
  }
  return false
}

function isBranch(parent: ts.Node, child: ts.Node): boolean {
  if (ts.isIfStatement(parent)) return child !== parent.expression
  if (ts.isConditionalExpression(parent)) return child !== parent.condition
  if (ts.isBinaryExpression(parent)) {
    const kind = parent.operatorToken.kind
    return child === parent.right && [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(kind)
  }
  if (ts.isCatchClause(parent) || ts.isCaseOrDefaultClause(parent)) return true
  return (
    methodOf(parent)?.name.text === 'catch' && (parent as ts.CallExpression).arguments.some((each) => each === child)
  )
}

function isTestBody(block: ts.Block): boolean {
  const call = block.parent.parent
  return ts.isCallExpression(call) && isTestCall(call) && call.arguments.some((each) => each === block.parent)
}

function isBehindReturn(body: ts.Block, statement: ts.Node): boolean {
  const before = body.statements.slice(0, body.statements.indexOf(statement as ts.Statement))
  return before.some((each) => ts.isIfStatement(each) && isReturn(each.thenStatement))
}

function isReturn(node: ts.Node): boolean {
  return ts.isReturnStatement(node) || (ts.isBlock(node) && node.statements.some(ts.isReturnStatement))
}

/** Whether the nearest function is that of a test: what a fixture cleans up may fail. */
function isInTest(node: ts.Node): boolean {
  const nearest = ts.findAncestor(node.parent, ts.isFunctionLike)
  const body = nearest !== undefined && 'body' in nearest ? nearest.body : undefined
  return body !== undefined && ts.isBlock(body) && isTestBody(body)
}

/** An empty `catch`, or `await x.catch(() => {})` in a test, also by way of a constant. */
function isSwallowed(node: ts.Node): boolean {
  if (ts.isCatchClause(node)) return node.block.statements.length === 0
  if (!ts.isAwaitExpression(node) || !ts.isExpressionStatement(node.parent) || !isInTest(node)) return false
  const { expression } = node
  return isCaught(ts.isIdentifier(expression) ? constantOf(expression) : expression)
}

/** `x.catch(() => {})`. */
function isCaught(node: ts.Node | undefined): boolean {
  if (node === undefined || methodOf(node)?.name.text !== 'catch') return false
  const [handler] = (node as ts.CallExpression).arguments
  if (handler === undefined || !ts.isArrowFunction(handler)) return false
  return ts.isBlock(handler.body) ? handler.body.statements.length === 0 : handler.body.getText() === 'undefined'
}

/** What a constant is made of that is declared in a block around it. */
function constantOf(name: ts.Identifier): ts.Expression | undefined {
  return declaredAround(name)?.initializer
}

function declaredAround(name: ts.Identifier): ts.VariableDeclaration | undefined {
  for (
    let block = ts.findAncestor(name, ts.isBlock);
    block !== undefined;
    block = ts.findAncestor(block.parent, ts.isBlock)
  ) {
    const lists = block.statements.filter(ts.isVariableStatement).map(({ declarationList }) => declarationList)
    const found = lists.flatMap(({ declarations }) => declarations).find((each) => bindsName(each.name, name.text))
    if (found !== undefined) return found
  }
  return undefined
}

function bindsName(pattern: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(pattern)) return pattern.text === name
  return pattern.elements.some((each) => ts.isBindingElement(each) && bindsName(each.name, name))
}

function isNegated({ expression }: ts.PropertyAccessExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === 'not'
}

function isVague(node: ts.Node): boolean {
  const method = methodOf(node)
  if (method === undefined) return false
  if (/^(toBeDefined|toBeTruthy|toBeFalsy)$/.test(method.name.text)) return true
  return /^(toBeUndefined|toBeNull)$/.test(method.name.text) && isNegated(method)
}

/** No error is named, or `Error` itself; or nothing is asked of promises but that they were rejected. */
function isAnyError(node: ts.Node): boolean {
  const method = methodOf(node)
  if (method === undefined || isNegated(method)) return false
  const [expected] = (node as ts.CallExpression).arguments
  if (/^toThrow(Error)?$/.test(method.name.text) && expected === undefined) return true
  if (/^(toThrow(Error)?|toBeInstanceOf)$/.test(method.name.text) && expected?.getText() === 'Error') return true
  if (!/^to(Strict)?Equal$/.test(method.name.text) || !ts.isCallExpression(method.expression)) return false
  const [actual] = method.expression.arguments
  const isStatusOnly = actual !== undefined && /\(\{ status \}\) => status/.test(actual.getText())
  return isStatusOnly && expected !== undefined && /'rejected'/.test(expected.getText())
}

/** `expect([a, b]).toContain(x)`, `expect(a || b)`, and a pattern that is one of some words. */
function isEither(node: ts.Node): boolean {
  if (isCallOf(node, 'expect')) {
    const [actual] = node.arguments
    if (actual === undefined) return false
    if (ts.isBinaryExpression(actual)) return actual.operatorToken.kind === ts.SyntaxKind.BarBarToken
    return ts.isArrayLiteralExpression(actual) && isReceiverOf(node, 'toContain') && !hasSpread(actual)
  }
  const method = methodOf(node)
  if (method === undefined || !/^(toMatch|stringMatching)$/.test(method.name.text) || isNegated(method)) return false
  const [pattern] = (node as ts.CallExpression).arguments
  return pattern !== undefined && /^\/\^?\((\?:)?\w+(\|\w+)+\)\$?\/$/.test(pattern.getText())
}

/** `expect(list.every(…)).toBe(true)`, or a loop that asserts, of a list that may have nothing in it. */
function isEmptied(node: ts.Node): boolean {
  const list = listOf(node)
  if (list === undefined || isFilled(list)) return false
  const test = ts.findAncestor(node, (each) => ts.isCallExpression(each) && isTestCall(each))
  return test !== undefined && !isAsserted(test, list, node)
}

/** What is gone through. */
function listOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isForOfStatement(node))
    return mentions(node.statement, (name) => name === 'expect') ? node.expression : undefined
  const matcher = methodOf(node)
  if (matcher === undefined || !ts.isCallExpression(matcher.expression) || !isCallOf(matcher.expression, 'expect'))
    return undefined
  const [actual] = matcher.expression.arguments
  const every = actual === undefined ? undefined : methodOf(actual)
  const [expected] = (node as ts.CallExpression).arguments
  return every?.name.text === 'every' && expected?.getText() === 'true' ? every.expression : undefined
}

/** What is written there, given by a row, or made outside of tests. */
function isFilled(list: ts.Expression): boolean {
  if (ts.isAsExpression(list) || ts.isParenthesizedExpression(list)) return isFilled(list.expression)
  if (ts.isAwaitExpression(list)) return isFilled(list.expression)
  if (ts.isConditionalExpression(list)) return isFilled(list.whenTrue) && isFilled(list.whenFalse)
  if (ts.isArrayLiteralExpression(list))
    return list.elements.some((each) => !ts.isSpreadElement(each) || isFilled(each.expression))
  if (ts.isStringLiteral(list)) return list.text !== ''
  if (ts.isIdentifier(list)) {
    const declared = declaredAround(list)
    return declared?.initializer === undefined || (ts.isIdentifier(declared.name) && isMade(declared.initializer))
  }
  const method = methodOf(list)
  const [first] = ts.isCallExpression(list) ? list.arguments : []
  if (method === undefined) return false
  if (/^(Array\.from|Promise\.all|Object\.(entries|keys|values))$/.test(method.getText()))
    return first !== undefined && isMade(first)
  return /^(entries|map|reverse|slice|toSorted|toReversed)$/.test(method.name.text) && isFilled(method.expression)
}

/** `{ length: 3 }`, or what `isFilled` holds for. */
function isMade(node: ts.Expression): boolean {
  return ts.isObjectLiteralExpression(node) ? node.properties.length > 0 : isFilled(node)
}

/** Whether something else in the test says what is in the list, or in what it comes from; a property has all kinds. */
function isAsserted(test: ts.Node, list: ts.Expression, besides: ts.Node): boolean {
  if (ts.findAncestor(list, (node) => /^(async)?property$/i.test(methodOf(node)?.name.text ?? '')) !== undefined)
    return true
  const name = /^(?:await )?(\w+)/.exec(list.getText())?.[1]
  const visit = (node: ts.Node): boolean => {
    if (node === besides) return false
    const isExpect = ts.isCallExpression(node) && /^expect\b/.test(node.getText())
    if (isExpect && mentions(node, (word) => word === name)) return true
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false
  }
  return visit(test)
}

/** `expect(a).toBe(a)`; what is called twice may well differ. */
function isItself(node: ts.Node): boolean {
  const method = methodOf(node)
  if (method === undefined || !/^to(Be|(Strict)?Equal|MatchObject)$/.test(method.name.text) || isNegated(method))
    return false
  if (!ts.isCallExpression(method.expression) || !isCallOf(method.expression, 'expect')) return false
  const [actual] = method.expression.arguments
  const [expected] = (node as ts.CallExpression).arguments
  return actual !== undefined && actual.getText() === expected?.getText() && !/[({]|^[\d'"]/.test(actual.getText())
}

/** `process.env = …`: what `vi.stubEnv` sets afterwards stays, since it is taken from the object that was there at first. */
function isReplacedEnvironment(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false
  return node.left.getText() === 'process.env'
}

function hasSpread({ elements }: ts.ArrayLiteralExpression): boolean {
  return elements.some(ts.isSpreadElement)
}

function isReceiverOf({ parent }: ts.Node, name: string): boolean {
  return ts.isPropertyAccessExpression(parent) && parent.name.text === name
}

function hasClock({ arguments: [actual] }: ts.CallExpression): boolean {
  return actual !== undefined && /\b(performance|Date)\.now\(\)/.test(actual.getText())
}

/** What lasts longer on a busy machine lasts long enough. */
function isLowerBound({ parent }: ts.Node): boolean {
  return ts.isPropertyAccessExpression(parent) && parent.name.text.startsWith('toBeGreaterThan')
}

/** `setTimeout(resolve, ms)` of more than nothing, or `await wait(ms)` of `node:timers/promises`. */
function isSleep(node: ts.Node): boolean {
  if (isCallOf(node, 'setTimeout')) {
    const [callback, ms] = node.arguments
    const isResolve = callback !== undefined && ts.isIdentifier(callback) && callback.text === 'resolve'
    return isResolve && ms !== undefined && ms.getText() !== '0'
  }
  return ts.isAwaitExpression(node) && isCallOf(node.expression, 'wait') && node.expression.arguments.length === 1
}

/** `test(…)`, `it(…)`, and what `test.each(…)` and the like give. */
function isTestCall({ expression }: ts.CallExpression): boolean {
  let callee: ts.Expression = expression
  while (isModifier(callee)) callee = callee.expression
  return ts.isIdentifier(callee) && /^(test|it)$/.test(callee.text)
}

function isModifier(node: ts.Expression): node is ts.CallExpression | ts.PropertyAccessExpression {
  if (ts.isCallExpression(node)) return true
  return (
    ts.isPropertyAccessExpression(node) && /^(each|for|skipIf|runIf|concurrent|sequential|fails)$/.test(node.name.text)
  )
}

function isSilent(node: ts.Node, asserts: (name: string) => boolean): boolean {
  if (!ts.isCallExpression(node) || !isTestCall(node)) return false
  const body = node.arguments.find((each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each))
  if (body === undefined || mentions(body, isAssertion) || mentions(body, asserts)) return false
  return !runsItsRow(body as ts.FunctionLikeDeclaration)
}

/** `(_name, run) => run()`: what a row of a table does is checked where the table is made. */
function runsItsRow({ parameters, body }: ts.FunctionLikeDeclaration): boolean {
  if (body === undefined || !ts.isCallExpression(body)) return false
  return parameters.some(({ name }) => name.getText() === body.expression.getText())
}

/** `waitFor` of a page fails where nothing comes. */
function isAssertion(name: string): boolean {
  return /^(expect|assert|waitFor$)/.test(name)
}

function mentions(node: ts.Node, asserts: (name: string) => boolean): boolean {
  if (ts.isIdentifier(node) && asserts(node.text)) return true
  return ts.forEachChild(node, (child) => mentions(child, asserts) || undefined) ?? false
}

/** Says for each file which of its names assert: they hold an `expect`, throw, or use something that does. */
export class AssertingNames {
  readonly #files: ReadonlyMap<string, SourceFile>
  readonly #names = new Map<string, ReadonlySet<string>>()

  constructor(files: readonly SourceFile[]) {
    this.#files = new Map(files.filter(({ path }) => isTest(path)).map((each) => [each.path, each]))
  }

  /** Of a file with this path. */
  of(path: string): (name: string) => boolean {
    return (name) => isAssertion(name) || this.#namesOf(path).has(name)
  }

  #namesOf(path: string): ReadonlySet<string> {
    const known = this.#names.get(path)
    if (known !== undefined) return known
    const names = new Set<string>()
    this.#names.set(path, names) // files that import each other end here
    const source = this.#files.get(path)
    if (source === undefined) return names
    const file = ts.createSourceFile(path, source.text, ts.ScriptTarget.Latest, true)
    for (const name of this.#imported(file)) names.add(name)
    const isKnown = (name: string) => isAssertion(name) || names.has(name)
    const declared = declarationsOf(file)
    for (let before = -1; before !== names.size; ) {
      before = names.size
      for (const [name, node] of declared) if (throwsItself(node) || mentions(node, isKnown)) names.add(name)
    }
    return names
  }

  #imported(file: ts.SourceFile): readonly string[] {
    return file.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
      const named = importClause?.namedBindings
      if (named === undefined || !ts.isNamedImports(named) || !ts.isStringLiteral(moduleSpecifier)) return []
      const asserting = this.#namesOf(pathOf(file.fileName, moduleSpecifier.text))
      return named.elements
        .filter(({ name, propertyName }) => asserting.has((propertyName ?? name).text))
        .map(({ name }) => name.text)
    })
  }
}

function pathOf(from: string, specifier: string): string {
  const path = specifier.startsWith('#test/') ? specifier.slice(1) : posix.join(dirname(from), specifier)
  return path.replace(/\.js$/, '.ts')
}

/** Functions, constants and the methods of classes, by name. */
function declarationsOf(file: ts.SourceFile): readonly (readonly [string, ts.Node])[] {
  const found: [string, ts.Node][] = []
  const visit = (node: ts.Node): void => {
    const isNamed = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isVariableDeclaration(node)
    if (isNamed && node.name !== undefined && ts.isIdentifier(node.name)) found.push([node.name.text, node])
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function throwsItself(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true
  return ts.forEachChild(node, (child) => throwsItself(child) || undefined) ?? false
}
