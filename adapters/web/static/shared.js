// A thread that is only read: the colours of entities, as in the page.

import { colour } from "./marks.js";

colour(document);
