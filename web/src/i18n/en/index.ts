// English, by the part of the page that a message is for.

import after from "./after.json";
import arriving from "./arriving.json";
import cards from "./cards.json";
import common from "./common.json";
import events from "./events.json";
import help from "./help.json";
import returning from "./returning.json";
import table from "./table.json";

export default { ...common, ...cards, ...events, ...arriving, ...table, ...after, ...help, ...returning };
