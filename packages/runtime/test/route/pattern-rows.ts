/** The matches of a pattern: each path with its parameters in order, or `null` for no match. */
export type PatternRows = Readonly<Record<string, Readonly<Record<string, readonly string[] | null>>>>

/** With an app's default settings. */
export const relaxedRows: PatternRows = {
  // Literal text, and a slash at the end.
  '/': { '/': [], '//': [], '/x': null },
  '/car/lot': { '/car/lot': [], '/car/lot///': [], '/CAR/Lot': [], '/car//lot': null, '//car/lot': null },
  '/car/lot/': { '/car/lot': [], '/car/lot/': [], '/car': null },
  // A whole segment.
  '/cars/:id': { '/cars/7': ['7'], '/cars/7/': ['7'], '/cars/': null, '/cars': null, '/cars/7/8': null },
  '/:a/:b/:c': { '/1/2/3': ['1', '2', '3'], '/1//3': null, '/1/2': null, '/1/2/3/4': null },
  '/cars/:id/doors/:n': { '/cars/7/doors/2': ['7', '2'], '/cars/7/doors': null, '/cars//doors/2': null },
  // Part of a segment: a value ends at the first occurrence of the text after it.
  '/v:major.:minor': { '/v1.2': ['1', '2'], '/v1.2.3': ['1', '2.3'], '/v12': null, '/v.2': null },
  '/:name.tar.gz': { '/a.tar.gz': ['a'], '/a.b.tar.gz': ['a.b'], '/.tar.gz': null, '/a.tar.gz.tar.gz': null },
  '/:from-:to/by/:how': { '/x-y/by/car': ['x', 'y', 'car'], '/x-y-z/by/car': ['x', 'y-z', 'car'] },
  '/u/:a-:b-:c': {
    '/u/1-2-3': ['1', '2', '3'],
    '/u/1--3': null,
    '/u/1-2': null,
    '/u/1-2-3-4': ['1', '2', '3-4'],
  },
  '/u/:a-:b': { '/u/x/y-z': null, '/u/-z': null, '/u/x-': null },
  // A name extends to one of `/ - . : ? \\ <`: those are `a~` and `a)`.
  '/:a~:b': { '/x~y': ['x', '~y'] },
  '/(:a)': { '/(x)': ['x)'], '/(x': ['x'] },
  '/=:a.': { '/=x.': ['x'], '/=x': null },
  // Adjacent ones take one character each, the last takes the rest.
  '/:a:b:c': { '/xyz': ['x', 'y', 'z'], '/xyzzy': ['x', 'y', 'zzy'], '/xy': null, '/x/y': null },
  '/:a:b?': { '/xy': ['x', 'y'], '/x': ['x', ''] },
  // Optional parameters.
  '/cars/:id?': { '/cars': [''], '/cars/': [''], '/cars/7': ['7'], '/carsx': null, '/cars/7/8': null },
  '/:a?': { '/': [''], '/x': ['x'], '/x/y': null },
  '/:a?/:b?/:c?': { '/': ['', '', ''], '/1': ['1', '', ''], '/1/2/3': ['1', '2', '3'], '/1/2/3/4': null },
  '/a/:b?/c': { '/a//c': [''], '/a/b/c': ['b'], '/a/c': null },
  '/:a?/b': { '/a/b': ['a'], '//b': [''], '/b': null },
  '/a/:b?/c/:d?': { '/a/1/c/2': ['1', '2'], '/a/1/c': ['1', ''], '/a//c': ['', ''] },
  '/log:when?.txt': { '/log.txt': [''], '/log-now.txt': ['-now'], '/log.md': null },
  '/p/:a?-:b?': { '/p/-': ['', ''], '/p/1-': ['1', ''], '/p/-2': ['', '2'], '/p/12': null, '/p': null },
  // The rest of the path, also in the middle: the literals after it match at the end of the path.
  '/*': { '/': [''], '/a/b': ['a/b'], '/a/b/': ['a/b'], '/*': ['*'] },
  '/+': { '/': null, '/a/b': ['a/b'] },
  '/f/*': { '/f': [''], '/f/': [''], '/f/a//b': ['a//b'], '/fx': null },
  '/f*': { '/f': [''], '/fx': ['x'], '/f/x': ['/x'] },
  '/f/+': { '/f': null, '/f/': null, '/f/x': ['x'] },
  '/f/*/raw': {
    '/f/a/raw': ['a'],
    '/f/a/b/raw': ['a/b'],
    '/f/raw/raw': ['raw'],
    '/f//raw': [''],
    '/f/raw': null,
  },
  '/f/*.js': {
    '/f/a.js': ['a'],
    '/f/a/b.js': ['a/b'],
    '/f/.js': [''],
    '/f/a.js.js': ['a.js'],
    '/f/a.css': null,
  },
  '/f/*/v/:n': { '/f/a/v/1': ['a', '1'], '/f/a/v/b/v/1': ['a/v/b', '1'], '/f/a/v/': null },
  '/*/:last': { '/a/b': ['a', 'b'], '/a/b/c': ['a/b', 'c'], '/a': null },
  '/*/:x?/end': { '/a/b/end': ['a', 'b'], '/a/b/c/end': ['a/b', 'c'] },
  '/:a/*/:b': { '/1/2/3': ['1', '2', '3'], '/1/2/3/4': ['1', '2/3', '4'], '/1/2': null },
  '/*-*': { '/a-b': ['a', 'b'], '/a-b-c': ['a-b', 'c'], '/ab': null },
  '/+/+': { '/a/b': ['a', 'b'], '/a/b/c': ['a/b', 'c'], '/a': null },
  '/i/*/o/+': { '/i//o/x': ['', 'x'], '/i/a/o/x/y': ['a', 'x/y'], '/i/a/o': null },
  // Of adjacent signs the last begins a parameter; a star is a wildcard anywhere.
  '/t::zone': { '/t:gmt': ['gmt'], '/tgmt': null, '/t:': null },
  '/call/+:number': { '/call/+49': ['49'], '/call/49': null, '/call/+': null },
  '/sum++': { '/sum+1': ['1'], '/sum1': null, '/sum+': null },
  '/at:*': { '/at:': [''], '/at:noon/x': ['noon/x'], '/atnoon': null },
  '/at:+': { '/at:noon': ['noon'], '/at:': null },
  '/a**z': { '/abcz': ['bc', ''], '/az': ['', ''], '/ab': null },
  // A colon without a name, or after a backslash, is text. So is a question mark without a parameter.
  '/:': { '/:': [], '/x': null },
  '/a:/b': { '/a:/b': [], '/ax/b': null },
  '/verb\\:go': { '/verb:go': [], '/verb:stop': null },
  '/:id\\:go': { '/7:go': ['7'], '/7:stop': null, '/:go': null },
  '/:id\\+:n': { '/7+8': ['7', '8'], '/78': null },
  '/\\*': { '/*': [], '/x': null, '/': null },
  '/a\\+b\\*c': { '/a+b*c': [], '/aabc': null },
  '/\\:a/:a': { '/:a/1': ['1'], '/1/1': null },
  '/:a\\?': { '/x?': ['x'], '/x': null },
  '/a?b': { '/a?b': [], '/b': null },
  '/a\\\\b': { '/a\\b': [], '/ab': null },
  '/a\\-\\.b': { '/a-.b': [] },
  // Constraints do not change where a value ends.
  '/:id<int>': { '/7': ['7'], '/x': null },
  '/:id<int>.json': { '/7.json': ['7'], '/x.json': null },
  '/:id<int>px': { '/7px': ['7'], '/7em': null },
  '/:a<int>-:b<alpha>': { '/7-x': ['7', 'x'], '/x-7': null, '/7-8': null },
  '/:a<alpha>?/:b<int>?': { '/': ['', ''], '/x': ['x', ''], '/x/7': ['x', '7'], '/7': null, '/x/y': null },
  '/:v< int ; min(2) ; max(4) >': { '/1': null, '/2': ['2'], '/5': null },
  '/:v<regex(a/b|[>;)]c)>': { '/a/b': null, '/>c': ['>c'], '/)c': [')c'] },
  // The path as sent: an escape is neither a separator nor the letter that it encodes.
  '/e/:x': {
    '/e/a%2Fb': ['a/b'],
    '/e/%252e': ['%2e'],
    '/e/%': ['%'],
    '/e/%C3%A9': ['é'],
    '/e/%FF': ['\ufffd'],
  },
  '/e/x-:y': { '/e/x%2D1': ['1'], '/e/x-%2D': ['-'] },
  '/gr%C3%BCn': { '/gr%C3%BCn': [], '/gr%c3%bcn': [], '/grün': [] },
  '/日本/:x': { '/日本/東': ['東'], '/%E6%97%A5%E6%9C%AC/x': ['x'] },
}

/** With `strictRouting` and `caseSensitive`. */
export const strictRows: PatternRows = {
  '/': { '/': [], '//': null },
  '/Car/': { '/Car/': [], '/Car': null, '/car/': null, '/Car//': null },
  '/Car': { '/Car': [], '/Car/': null },
  '/cars/:id/': { '/cars/7/': ['7'], '/cars/7': null, '/Cars/7/': null },
  '/cars/:id': { '/cars/7': ['7'], '/cars/7/': null },
  '/cars/:id?': { '/cars': [''], '/cars/': [''], '/cars/7': ['7'], '/cars/7/': null },
  '/f/*': { '/f': [''], '/f/': [''], '/f/a/': ['a/'], '/F/a': null },
  '/*': { '/a/': ['a/'], '/': [''] },
  '/f/*/': { '/f/a/': ['a'], '/f/a': null, '/f/a/b/': ['a/b'] },
  '/:a-X': { '/1-X': ['1'], '/1-x': null },
  '/:v<regex(^[A-Z]$)>': { '/A': ['A'], '/a': null },
}

/** Middleware: everything below matches too, with or without a slash at the end. */
export const middlewareRows: PatternRows = {
  '/': { '/': [], '/x/y': [] },
  '/api': { '/api': [], '/api/': [], '/api/x': [], '/apis': null, '/': null },
  '/api/': { '/api': [], '/api/x': [], '/apis': null },
  '/api/:v': { '/api/1': ['1'], '/api/1/x/y': ['1'], '/api': null },
  '/api/:v?': { '/api': [''], '/api/1/x': ['1'] },
  '/:a-:b': { '/x-y/z': ['x', 'y'], '/x/y-z': null },
  '/:a/*': { '/x': ['x', ''], '/x/y/z': ['x', 'y/z'] },
  '/n/:n<int>': { '/n/7/x': ['7'], '/n/x/7': null },
}
