import * as library from 'fast-xml-parser'
import { provideXmlLibrary } from './bind/decoded/parse-xml.ts'

// `import '@ctxgen/runtime/xml'` bundles the XML parser. Without it, the first XML body loads the parser.
provideXmlLibrary(library)
