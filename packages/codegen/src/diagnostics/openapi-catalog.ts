const sayAnswer: string = 'Say it in a comment before the route: /** @answer 200 Car */'

/** The diagnostics of `ctxgen openapi`, `CTX5xxx`. Codes are never reused. */
export const openApiCatalog = {
  noApp: {
    code: 'CTX5001',
    severity: 'error',
    message: (path: string): string => `${path} exports no app`,
    hint: 'Export the App, or a function that returns it, and name it: src/app.ts#app.',
  },
  severalApps: {
    code: 'CTX5002',
    severity: 'error',
    message: (path: string, names: string): string => `${path} exports several apps: ${names}`,
    hint: 'Name one of them: src/app.ts#app.',
  },
  unknownPath: {
    code: 'CTX5003',
    severity: 'error',
    message: (text: string): string => `the path ${text} is not known before the app runs`,
    hint: 'Use a literal, a constant or a list `as const`, or say it before the statement: /** @route GET /cars */',
  },
  unknownMethod: {
    code: 'CTX5004',
    severity: 'error',
    message: (text: string): string => `the method ${text} is not known before the app runs`,
    hint: 'Use a literal or a list `as const`, or say it before the statement: /** @route GET /cars */',
  },
  unreadRoute: {
    code: 'CTX5005',
    severity: 'error',
    message: (call: string): string => `the app does not reach ${call}, so the document would lack it`,
    hint: 'Call the code from the app, remove it, or leave it out on purpose: /** @hidden */',
  },
  unreadableHandler: {
    code: 'CTX5006',
    severity: 'error',
    message: (text: string): string => `the code of the handler ${text} is not in this project`,
    hint: 'Say before the statement what it answers, /** @answer 200 Car */, which error it throws, /** @answer 429 HttpError */, which headers it sets, /** @answer * X-Frame-Options */, or /** @answer - */ for nothing.',
  },
  unreadableCall: {
    code: 'CTX5007',
    severity: 'error',
    message: (name: string): string => `${name} gets the Ctx, and its code cannot be read`,
    hint: (): string => sayAnswer,
  },
  unknownStatus: {
    code: 'CTX5008',
    severity: 'error',
    message: (text: string): string => `the status ${text} is not known before the app runs`,
    hint: 'Give it a literal type, such as 200 | 201, or say it before the route: /** @answer 201 Car */',
  },
  anyAnswer: {
    code: 'CTX5009',
    severity: 'error',
    message: (text: string): string => `the type of ${text} is any`,
    hint: 'Give the value a type, or send a DTO: an interface with @response has sendJsonX(c, value).',
  },
  unsentType: {
    code: 'CTX5010',
    severity: 'error',
    message: (text: string, type: string): string => `${text} has the type ${type}, which JSON does not hold`,
    hint: 'Convert the value, or send a DTO: an interface with @response has sendJsonX(c, value).',
  },
  unknownMediaType: {
    code: 'CTX5011',
    severity: 'error',
    message: (text: string): string => `the Content-Type ${text} is not known before the app runs`,
    hint: 'Use a literal media type, or an extension such as json, html or csv, or say it before the route: /** @answer 200 image/png */',
  },
  unknownName: {
    code: 'CTX5012',
    severity: 'error',
    message: (what: string, text: string): string =>
      `the name ${text} of ${what} is not known before the app runs`,
    hint: 'Use a literal, a constant or a literal type.',
  },
  conditionalRoute: {
    code: 'CTX5013',
    severity: 'warning',
    message: (route: string): string => `${route} exists only under a condition`,
  },
  sameOperationId: {
    code: 'CTX5014',
    severity: 'error',
    message: (id: string, other: string): string => `the operationId ${id} is also that of ${other}`,
    hint: "Name one of the routes: .name('listCars')",
  },
  sameSchemaName: {
    code: 'CTX5015',
    severity: 'error',
    message: (name: string, other: string): string => `another type ${name} is declared at ${other}`,
    hint: 'Both would be the same schema of the document: rename one.',
  },
  methodWithoutWord: {
    code: 'CTX5016',
    severity: 'warning',
    message: (method: string, spec: string): string =>
      `OpenAPI ${spec} has no operation for ${method}, which is left out`,
    hint: (_method: string, spec: string): string | undefined =>
      spec.startsWith('3.2') ? undefined : 'OpenAPI 3.2 has QUERY and other methods: --spec 3.2',
  },
  badDocTag: {
    code: 'CTX5017',
    severity: 'error',
    message: (tag: string, text: string): string => `@${tag} ${text} cannot be read`,
    hint: (tag: string): string => docTagForms[tag] ?? '',
  },
  otherRoute: {
    code: 'CTX5018',
    severity: 'error',
    message: (declared: string, read: string): string =>
      `@route says ${declared}, and the code registers ${read}`,
    hint: 'Remove the tag: the code says it.',
  },
  otherAnswer: {
    code: 'CTX5019',
    severity: 'error',
    message: (declared: string, read: string): string =>
      `@answer ${declared} is not in the code, which answers ${read}`,
    hint: 'Remove the tag, or correct it.',
  },
  shadowedRoute: {
    code: 'CTX5021',
    severity: 'warning',
    message: (route: string, earlier: string): string =>
      `${route} is never reached: ${earlier} answers before it`,
    hint: 'Register the more specific path first.',
  },
  unmountedApp: {
    code: 'CTX5022',
    severity: 'error',
    message: (): string => 'this app has routes and is not mounted in the app',
    hint: "Mount it: app.use('/prefix', other)",
  },
  missingParameter: {
    code: 'CTX5023',
    severity: 'error',
    message: (name: string, pattern: string): string => `the path ${pattern} has no parameter ${name}`,
    hint: 'Every request would fail: add it to the path, or another name to @uri.',
  },
  unknownScheme: {
    code: 'CTX5025',
    severity: 'error',
    message: (name: string): string => `no security scheme is called ${name}`,
    hint: 'Write bearer, basic, apiKey header X-Api-Key or openIdConnect URL, or define it in openapi.security of the config.',
  },
  missingModule: {
    code: 'CTX5026',
    severity: 'error',
    message: (specifier: string): string => `${specifier} does not exist`,
    hint: (specifier: string): string | undefined =>
      /\.bind\.[mc]?[jt]s$/.test(specifier) ? 'Run npx ctxgen first.' : undefined,
  },
  unknownError: {
    code: 'CTX5027',
    severity: 'error',
    message: (text: string): string => `the status of the error ${text} is not known before the app runs`,
    hint: 'Give it a literal type, or say the answer before the route: /** @answer 409 */',
  },
  sameOperation: {
    code: 'CTX5028',
    severity: 'error',
    message: (route: string, other: string): string => `${route} and ${other} are one operation to OpenAPI`,
    hint: 'Describe one of them, and leave the other out: /** @hidden */',
  },
  brokenSource: {
    code: 'CTX5029',
    severity: 'error',
    message: (text: string): string => `the code does not compile: ${text}`,
    hint: 'Mend it first: the document would be wrong. --force describes it as it is.',
  },
  unservedRoute: {
    code: 'CTX5030',
    severity: 'error',
    message: (route: string): string => `the running app has no ${route}`,
    hint: 'The code that registers it did not run.',
  },
  undocumentedRoute: {
    code: 'CTX5031',
    severity: 'error',
    message: (route: string): string => `the running app has ${route}, which the document lacks`,
    hint: 'Say it before the code that registers it: /** @route GET /cars */',
  },
  unknownDto: {
    code: 'CTX5032',
    severity: 'error',
    message: (text: string): string => `the DTO ${text} is not known before the app runs`,
    hint: 'Pass an object of a generated file, such as NewCar of ./dto/cars.bind.js.',
  },
  unroutedAnswer: {
    code: 'CTX5033',
    severity: 'warning',
    message: (pattern: string): string => `middleware answers at ${pattern}, where no route is`,
    hint: 'Register it as a route, with all() for every method, or write /** @hidden */ before it.',
  },
  unseenCode: {
    code: 'CTX5035',
    severity: 'warning',
    message: (method: string): string =>
      `${method} has no implementation in sight, so the document lacks the errors that it throws`,
    hint: 'Export the app with an implementation, or say them before the method or its type: /** @answer 409 */, or /** @answer - */ for none.',
  },
  unreadMessages: {
    code: 'CTX5036',
    severity: 'warning',
    message: (call: string): string =>
      `the messages of ${call} cannot be read, so that no client and no AsyncAPI document has them`,
    hint: (call: string): string =>
      `Import the ${call === 'ws()' ? 'DTO, with @socket,' : 'DTO'} from its generated file, and name it in the call.`,
  },
  tooManyWays: {
    code: 'CTX5034',
    severity: 'error',
    message: (what: string): string => `${what} has too many ways through its code, or is nested too deeply`,
    hint: 'Shorten the code here, or leave the route out: /** @hidden */',
  },
} as const

const docTagForms: Readonly<Record<string, string>> = {
  route: 'Write a method and a path: @route GET /cars/:id',
  answer:
    'Write a status, and what is sent: @answer 200 Car, @answer 200 Car[], @answer 200 text/csv, @answer 204, @answer 429 Retry-After; or the headers of every answer: @answer * X-Frame-Options',
  reads:
    'Write names of request headers, and what they are for: @reads Idempotency-Key - repeats are handled once. OpenAPI describes Authorization, Cookie, Accept and Content-Type elsewhere.',
  security: 'Write bearer, basic, apiKey header X-Api-Key or openIdConnect URL, or the name of a scheme.',
}
