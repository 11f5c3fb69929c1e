"""Words with which a sentence points back, by language: pronouns and demonstratives, and connectives."""

from __future__ import annotations

# Words that are joined by underscores are one opening.
POINTERS = {
    "en": (
        "he she they it his her hers their theirs its him them this that these those such both neither either "
        "another others the_other the_others the_latter the_former the_same"
    ),
    "de": "er sie es dies diese dieser dieses diesen diesem jene jener jenes sein seine ihre deren dessen solche",
    "fr": "il elle ils elles ce cet cette ces cela ceci ça celui-ci celle-ci ceux-ci lui leur leurs son sa ses tel",
    "es": "él ella ellos ellas esto este esta estos estas eso ese esa esos esas ello su sus tal tales",
    "it": "egli ella esso essa essi esse lui lei loro questo questa questi queste ciò quello quella tale tali",
    "pt": "ele ela eles elas isso isto este esta estes estas esse essa esses essas seu sua seus suas tal tais",
    "nl": "hij zij ze dit dat deze die zijn haar hun zulke",
    "ru": "он она они оно это этот эта эти его её их такой такая такие",
    "el": "αυτός αυτή αυτό αυτοί αυτές αυτά εκείνος εκείνη εκείνο",
}
CONNECTIVES = {
    "en": (
        "and but or nor so yet also then however therefore thus hence moreover furthermore meanwhile instead still "
        "besides otherwise nevertheless nonetheless additionally similarly likewise consequently accordingly "
        "conversely rather afterwards afterward second secondly third thirdly fourth lastly finally too "
        "in_addition as_a_result in_contrast by_contrast on_the_other_hand for_example for_instance in_fact after_that "
        "at_the_same_time even_so that_said in_other_words in_turn in_response of_course as_such to_that_end "
        "on_the_contrary in_particular in_that_case because_of_this despite_this what's_more plus except"
    ),
    "de": "aber und doch denn also jedoch deshalb daher darum dann außerdem auch dennoch trotzdem zudem dabei danach",
    "fr": "mais et donc or car ainsi cependant pourtant toutefois puis ensuite aussi alors enfin par_ailleurs en_outre",
    "es": "pero y así sin_embargo entonces además también luego después por_eso por_lo_tanto no_obstante",
    "it": "ma e quindi però tuttavia inoltre poi anche così infatti dunque",
    "pt": "mas e porém contudo então também além_disso assim depois portanto no_entanto",
    "nl": "maar en dus echter daarom toen ook daarna bovendien toch",
    "ru": "но и а однако затем поэтому также тогда кроме_того потом",
    "el": "αλλά και όμως ωστόσο επίσης έτσι τότε",
}
